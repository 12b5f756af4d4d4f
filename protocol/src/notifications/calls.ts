/** API calls for notifications. */
import * as notifications from './schemas.ts';
import { call } from '../call.ts';

export const notificationsCalls = {
  'GET user/usermessage': call({
    who: 'customer',
    reference: { section: 'Settings and messages', title: 'List messages' },
    summary: 'Messages to the customer, newest first, and how many are unread.',
    input: notifications.messagesInput,
    output: notifications.messages,
    refusals: [],
    idempotent: false,
    reads: ['messages'],
  }),
  'POST user/message_read': call({
    who: 'customer',
    reference: { section: 'Settings and messages', title: 'Mark messages as read' },
    summary: 'Marks a message as read, or all of them.',
    input: notifications.messageReadInput,
    output: notifications.messageReadOutput,
    refusals: [],
    idempotent: false,
    twice: 'read is read',
    whenFrozen: true,
  }),
};
