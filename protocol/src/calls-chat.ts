/**
 * The rows of customer service. Whoever calls with a token speaks in their own conversation, whoever calls with the header
 * `Visitor-Key` in that of the key; no call names a conversation, so none can name another's.
 */
import { call } from './call.ts';
import * as chat from './schemas/chat.ts';
import { none, nothing } from './schemas/fields.ts';

export const chatCalls = {
  'POST chat/open': call({
    who: 'anybody',
    summary: 'How the conversation with customer service stands, and whether somebody is there.',
    input: none,
    output: chat.openOutput,
    refusals: [],
    idempotent: false,
    whenFrozen: true,
  }),
  'GET chat/messages': call({
    who: 'anybody',
    summary: 'Messages of the conversation, oldest first: the newest, or those before or after a number.',
    input: chat.messagesInput,
    output: chat.messagesOutput,
    refusals: [],
    cost: 2,
    idempotent: false,
  }),
  'POST chat/send': call({
    who: 'anybody',
    summary: 'Sends a message, once however often it is sent under one name.',
    input: chat.sendInput,
    output: chat.sendOutput,
    refusals: ['too_many_attempts'],
    idempotent: false,
    whenFrozen: true,
  }),
  'POST chat/read': call({
    who: 'anybody',
    summary: 'Says up to which message the conversation was read.',
    input: chat.readInput,
    output: nothing,
    refusals: [],
    idempotent: false,
    whenFrozen: true,
  }),
  'POST chat/typing': call({
    who: 'anybody',
    summary: 'Says that a message is being written.',
    input: none,
    output: nothing,
    refusals: [],
    idempotent: false,
    whenFrozen: true,
  }),
  'POST chat/picture': call({
    who: 'anybody',
    summary: 'Takes a picture to be sent with a message.',
    input: none,
    output: chat.chatPicture,
    refusals: ['file_too_big', 'file_type_wrong', 'upload_failed', 'uploads_too_many', 'too_many_attempts'],
    cost: 8,
    idempotent: false,
    whenFrozen: true,
    takesFile: true,
  }),
  'POST chat/picture_open': call({
    who: 'anybody',
    summary: 'A picture of the conversation.',
    input: chat.pictureOpenInput,
    output: chat.pictureOpenOutput,
    refusals: [],
    cost: 20,
    readsMuch: true,
    idempotent: false,
    whenFrozen: true,
  }),
  'POST chat/evidence': call({
    who: 'customer',
    summary:
      'Sends the evidence of an option that has ended, or of a fill of an order or position, which anybody can check offline.',
    input: chat.evidenceInput,
    output: chat.sendOutput,
    refusals: ['trade_not_found', 'order_state_wrong', 'too_many_attempts'],
    cost: 8,
    idempotent: false,
    whenFrozen: true,
  }),
  'POST chat/evidence_open': call({
    who: 'customer',
    summary: 'A file of evidence that was attached to the conversation.',
    input: chat.evidenceOpenInput,
    output: chat.evidenceOpenOutput,
    refusals: [],
    cost: 5,
    readsMuch: true,
    idempotent: false,
    whenFrozen: true,
  }),
};
