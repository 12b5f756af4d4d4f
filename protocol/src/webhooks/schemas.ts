/** Webhooks: addresses of a customer’s own programs, the events that are sent to them, and the outcome of each delivery. */
import * as v from 'valibot';
import { confirmation } from '../confirmation.ts';
import { cursor, id, limitIn, seconds } from '../fields.ts';

/** The kinds of events. `data` of an event is the row that the API lists: an order, a position, a ticket, a deposit or a withdrawal. */
export const webhookKinds = [
  'order.filled',
  'order.cancelled',
  'order.expired',
  'order.refused',
  'position.opened',
  'position.reduced',
  'position.partly_closed',
  'position.closed',
  'position.cancelled',
  'ticket.settled',
  'deposit.credited',
  'withdrawal.changed',
] as const;
export type WebhookKind = (typeof webhookKinds)[number];

/**
 * Why an attempt got no status: no answer in time, an unknown host name, no public address, a certificate that isn’t valid,
 * or no connection.
 */
const attemptErrors = ['timeout', 'name', 'address', 'certificate', 'connection'] as const;
export type AttemptError = (typeof attemptErrors)[number];

const webhookUrl = v.pipe(v.string(), v.minLength(8), v.maxLength(500), v.regex(/^[\u0021-\u007e]+$/));
const kinds = v.pipe(v.array(v.picklist(webhookKinds)), v.minLength(1), v.maxLength(webhookKinds.length));

const webhook = v.object({
  id: v.string(),
  url: v.string(),
  kinds: v.array(v.picklist(webhookKinds)),
  status: v.picklist(['on', 'off']),
  /** Why the webhook is off: the customer turned it off, the receiver answered 410, or the last attempt of a delivery failed. */
  reason: v.nullable(v.picklist(['customer', 'gone', 'failing'])),
  created_at: seconds,
  since: seconds,
  /** The number of pending deliveries, and how many of these have had a failed attempt. */
  waiting: v.number(),
  failing: v.number(),
  delivered_at: v.nullable(seconds),
});
export const webhooks = v.object({ items: v.array(webhook), max: v.number(), now: seconds });

export const createInput = v.object({ url: webhookUrl, kinds, ...confirmation });
/** `secret` is returned only here. */
export const made = v.object({ id: v.string(), secret: v.string() });
export const changeInput = v.object({ id, url: webhookUrl, kinds, enabled: v.boolean(), ...confirmation });
export const confirmedRef = v.object({ id, ...confirmation });
/** Until `both_until`, deliveries also have a signature with the previous secret. */
export const rotated = v.object({ secret: v.string(), both_until: seconds });

export const ref = v.object({ id });
export const deliveryRef = v.object({ id, delivery: id });
export const sent = v.object({ delivery: v.string() });

const attempt = v.object({
  at: seconds,
  /** The status of the response; null if there was none. */
  status: v.nullable(v.number()),
  ms: v.number(),
  error: v.nullable(v.picklist(attemptErrors)),
});
const delivery = v.object({
  id: v.string(),
  /** The value that the receiver gets as `webhook-id`. */
  event: v.string(),
  kind: v.picklist([...webhookKinds, 'test']),
  created_at: seconds,
  /** `gone`: the receiver answered 410. `stopped`: the webhook was turned off before it was delivered. */
  status: v.picklist(['waiting', 'delivered', 'failed', 'gone', 'stopped']),
  next_at: v.nullable(seconds),
  /** The newest attempts, oldest first. */
  attempts: v.array(attempt),
});
export const deliveriesInput = v.object({ id, cursor: v.optional(cursor), limit: v.optional(limitIn) });
export const deliveries = v.object({ items: v.array(delivery), next: v.nullable(v.string()) });
