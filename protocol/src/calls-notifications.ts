/** The rows of messages. */
import { call } from './call.ts';
import * as notifications from './schemas/notifications.ts';

export const notificationCalls = {
  'GET user/usermessage': call({
    who: 'customer',
    summary: 'What the customer was told, newest first, and how much of it is unread.',
    input: notifications.messagesInput,
    output: notifications.messages,
    refusals: [],
    idempotent: false,
  }),
  'POST user/message_read': call({
    who: 'customer',
    summary: 'Marks a message as read, or all of them.',
    input: notifications.messageReadInput,
    output: notifications.messageReadOutput,
    refusals: [],
    idempotent: false,
    whenFrozen: true,
  }),
};
