/** The rows of messages, of pushes and of price alerts. */
import { call } from './call.ts';
import { nothing, none } from './schemas/fields.ts';
import * as notifications from './schemas/notifications.ts';
import * as alerts from './schemas/price-alerts.ts';
import * as push from './schemas/push.ts';

export const notificationCalls = {
  'GET user/usermessage': call({
    who: 'customer',
    summary: 'What the customer was told, newest first, and how much of it is unread.',
    input: notifications.messagesInput,
    output: notifications.messages,
    refusals: [],
    idempotent: false,
    reads: ['messages'],
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
  'GET price_alerts': call({
    who: 'customer',
    summary: 'The prices that the customer waits for.',
    input: none,
    output: alerts.priceAlerts,
    refusals: [],
    idempotent: false,
    reads: ['alerts'],
  }),
  'POST price_alert': call({
    who: 'customer',
    summary: 'Waits for a price, and tells once when the last price comes to it.',
    input: alerts.priceAlertInput,
    output: alerts.priceAlert,
    refusals: ['pair_not_found', 'amount_wrong', 'alerts_too_many'],
    idempotent: true,
    whenFrozen: true,
    touches: ['alerts'],
  }),
  'POST price_alert_delete': call({
    who: 'customer',
    summary: 'Waits for a price no longer.',
    input: alerts.priceAlertDeleteInput,
    output: nothing,
    refusals: [],
    idempotent: true,
    whenFrozen: true,
    touches: ['alerts'],
  }),
  'GET user/push_key': call({
    who: 'customer',
    summary: 'The public key with which a browser subscribes to pushes.',
    input: none,
    output: push.pushKey,
    refusals: [],
    idempotent: false,
  }),
  'POST user/push_subscribe': call({
    who: 'customer',
    summary: 'Has messages pushed to this browser while its session lasts; again to show more or less.',
    input: push.pushSubscribeInput,
    output: nothing,
    refusals: [],
    idempotent: false,
    whenFrozen: true,
  }),
  'POST user/push_unsubscribe': call({
    who: 'customer',
    summary: 'Has nothing pushed to this browser any more.',
    input: push.pushUnsubscribeInput,
    output: nothing,
    refusals: [],
    idempotent: false,
    whenFrozen: true,
  }),
};
