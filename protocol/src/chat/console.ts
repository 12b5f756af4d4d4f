/** Customer service for operators: conversations, canned answers, and evidence. */
import * as v from 'valibot';
import {
  CHAT_TEXT_MAX,
  chatEvidence,
  chatPicture,
  chatTextIn,
  clientId,
  evidenceFill,
  evidenceOpenOutput,
  fileId,
  pictureOpenOutput,
} from './schemas.ts';
import { languages } from '../languages.ts';
import { nothing, seconds, seqIn } from '../fields.ts';
import { called, customerId, note, page } from '../console/fields.ts';
import { consoleCall } from '../console/console-call.ts';

const CHAT_ROLES = ['support', 'reviewer', 'admin'] as const;

const conversationId = v.pipe(v.string(), v.regex(/^\d{1,18}$/));

const account = called(60);

const message = v.object({
  number: v.number(),
  from: v.picklist(['customer', 'visitor', 'house']),
  operator: v.nullable(v.string()),
  client_id: v.nullable(v.string()),
  text: v.string(),
  picture: v.nullable(chatPicture),
  evidence: v.nullable(chatEvidence),
  time: seconds,
});

export type ConsoleMessage = v.InferOutput<typeof message>;

const row = v.object({
  id: v.string(),
  /** Null for a visitor. */
  customer: v.nullable(v.string()),
  account: v.nullable(v.string()),
  language: v.picklist(languages),
  status: v.picklist(['open', 'closed']),
  assigned_to: v.nullable(v.string()),
  /** The number of messages from the customer or visitor that no operator has read. */
  unread: v.number(),
  waiting_since: v.nullable(seconds),
  due_at: v.nullable(seconds),
  overdue: v.boolean(),
  last: v.number(),
  last_at: seconds,
  /** The beginning of the last message. */
  last_text: v.string(),
  read: v.object({ customer: v.number(), house: v.number() }),
});

export type ChatRow = v.InferOutput<typeof row>;

const canned = v.object({
  slug: v.string(),
  language: v.picklist(languages),
  version: v.number(),
  title: v.string(),
  text: v.string(),
  by: v.string(),
  at: seconds,
});

/** Events sent to the console. Each contains the conversation's row after the event. */
export const consoleChatEvent = v.variant('kind', [
  v.object({ kind: v.literal('message'), row, message }),
  v.object({ kind: v.literal('state'), row }),
  v.object({ kind: v.literal('typing'), id: v.string() }),
  /**
   * The customer's first device connected, or the last one disconnected. Sent only for conversations that an operator has
   * viewed.
   */
  v.object({ kind: v.literal('presence'), id: v.string(), connected: v.boolean() }),
]);

export type ConsoleChatEvent = v.InferOutput<typeof consoleChatEvent>;

export const chatConsoleCalls = {
  'GET chat_inbox': consoleCall({
    roles: CHAT_ROLES,
    summary:
      'Conversations: those that wait come first, the longest wait at the top, then by the newest message.',
    shows: 'many',
    input: v.object({
      show: v.optional(v.picklist(['waiting', 'mine', 'all'])),
      /** The search text: the start of an account name, a customer's number, or words of a recent message. */
      q: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(60), v.regex(/^[^\u0000]*$/))),
      ...page,
    }),
    output: v.object({ items: v.array(row), next: v.nullable(v.string()) }),
    refusals: ['colleague_needed'],
  }),
  'GET chat_conversation': consoleCall({
    roles: CHAT_ROLES,
    summary: 'One conversation: the newest messages, or those before a number.',
    input: v.object({ id: conversationId, before: v.optional(seqIn), after: v.optional(seqIn) }),
    output: v.object({
      row,
      messages: v.array(message),
      more: v.boolean(),
      connected: v.boolean(),
      /** The other operators who may take the conversation. */
      colleagues: v.array(v.string()),
    }),
    refusals: ['colleague_needed', 'conflict_of_interest'],
  }),
  'POST chat_reply': consoleCall({
    roles: CHAT_ROLES,
    summary: 'Replies in a conversation that is assigned to you.',
    input: v.object({
      id: conversationId,
      client_id: clientId,
      text: chatTextIn,
    }),
    output: message,
    refusals: ['case_changed', 'conflict_of_interest', 'too_many_attempts'],
  }),
  'POST chat_begin': consoleCall({
    roles: CHAT_ROLES,
    summary:
      'Sends a customer the explanation of why a position was closed, in their language: opens their conversation if there is none, and takes it if nobody has it. The server writes the text, so it says what was booked.',
    shows: 'one',
    input: v.object({
      customer: customerId,
      client_id: clientId,
      position: v.pipe(v.string(), v.regex(/^\d{1,18}$/)),
    }),
    output: v.object({ id: v.string(), message }),
    refusals: [
      'case_changed',
      'colleague_needed',
      'conflict_of_interest',
      'order_state_wrong',
      'too_many_attempts',
      'trade_not_found',
      'user_not_found',
    ],
  }),
  'POST chat_assign': consoleCall({
    roles: CHAT_ROLES,
    summary: 'Takes a conversation, or assigns it to a colleague.',
    unsigned: ['chat.assign'],
    input: v.object({
      id: conversationId,
      /** The assignee as displayed. The call is refused if the conversation is assigned to somebody else. */
      from: v.nullable(account),
      /** The new assignee; if absent, the caller. */
      to: v.optional(account),
    }),
    output: row,
    refusals: ['case_changed', 'conflict_of_interest', 'user_not_found'],
  }),
  'POST chat_release': consoleCall({
    roles: CHAT_ROLES,
    summary: 'Releases a conversation, so that any colleague can take it.',
    unsigned: ['chat.release'],
    input: v.object({ id: conversationId, note }),
    output: row,
    refusals: ['case_changed', 'conflict_of_interest'],
  }),
  'POST chat_close': consoleCall({
    roles: CHAT_ROLES,
    summary: 'Closes a conversation; a new message opens it again.',
    unsigned: ['chat.close'],
    input: v.object({
      id: conversationId,
      /** The number of the newest displayed message. The call is refused if there is a newer one. */
      last: seqIn,
      note,
    }),
    output: row,
    refusals: ['case_changed', 'conflict_of_interest'],
  }),
  'POST chat_read': consoleCall({
    roles: CHAT_ROLES,
    summary: 'Marks the conversation as read up to a message, which the customer sees.',
    input: v.object({ id: conversationId, number: seqIn }),
    output: nothing,
    refusals: ['conflict_of_interest'],
  }),
  'POST chat_typing': consoleCall({
    roles: CHAT_ROLES,
    summary: 'Signals that a reply is being written.',
    input: v.object({ id: conversationId }),
    output: nothing,
    refusals: ['conflict_of_interest'],
  }),
  'POST chat_picture': consoleCall({
    roles: CHAT_ROLES,
    summary: 'An image of a conversation. If the conversation isn’t assigned to you, the access is logged.',
    unsigned: ['chat.picture'],
    input: v.object({ id: conversationId, picture: fileId }),
    output: pictureOpenOutput,
    refusals: ['conflict_of_interest'],
  }),
  'GET chat_canned': consoleCall({
    roles: CHAT_ROLES,
    summary: 'The current saved replies.',
    input: v.object({ language: v.optional(v.picklist(languages)) }),
    output: v.array(canned),
    refusals: [],
    reads: ['canned answers'],
  }),
  'POST chat_canned': consoleCall({
    roles: CHAT_ROLES,
    summary: 'Writes a version of a saved reply, or withdraws it.',
    unsigned: ['chat.canned'],
    input: v.object({
      slug: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/)),
      language: v.picklist(languages),
      /** The displayed version of the canned answer; 0 to create one. */
      version: v.pipe(v.number(), v.integer(), v.minValue(0)),
      title: called(80),
      text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(CHAT_TEXT_MAX)),
      withdrawn: v.optional(v.boolean(), false),
    }),
    output: canned,
    refusals: ['case_changed'],
    touches: ['canned answers'],
  }),
  'POST chat_evidence': consoleCall({
    roles: CHAT_ROLES,
    summary:
      'Attaches the evidence of a customer’s option that has ended, or of a fill of an order or position.',
    unsigned: ['chat.evidence'],
    input: v.object({
      id: conversationId,
      client_id: clientId,
      ticket: v.pipe(v.string(), v.regex(/^\d{1,18}$/)),
      fill: evidenceFill,
    }),
    output: message,
    refusals: [
      'case_changed',
      'conflict_of_interest',
      'trade_not_found',
      'order_state_wrong',
      'too_many_attempts',
    ],
  }),
  'GET chat_evidence_file': consoleCall({
    roles: CHAT_ROLES,
    summary: 'An attached evidence file.',
    input: v.object({ id: conversationId, evidence: fileId }),
    output: evidenceOpenOutput,
    refusals: ['conflict_of_interest'],
  }),
};
