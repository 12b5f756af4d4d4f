/** Several orders in one request. */
import * as v from 'valibot';

/** The calls that open, change or end a trade: those of the table with `order`. */
export const orderCalls = [
  'POST coin/trade',
  'POST order/amend',
  'POST order/cancel',
  'POST order/cancel_all',
  'POST lever/submit',
  'POST lever/setstop',
  'POST lever/close',
  'POST lever/dealall',
  'POST lever/cancel',
  'POST lever/cancel_all',
  'POST lever/whsubmit',
  'POST lever/whclose',
  'POST microtrade/submit',
  'POST microtrade/whsubmit',
  'POST wallet/flashAgainst',
  'POST orders/cancel_all',
  'POST lever/reduce',
  'POST lever/amend',
  'POST lever/close_at',
] as const;

const BATCH_ORDERS_MAX = 20;

/** One order, as sent in a batch or over a socket instead of in a separate request. */
export const askedOrder = v.object({
  /** For example "POST coin/trade". */
  call: v.picklist(orderCalls),
  /** The fields of that call. */
  fields: v.optional(v.record(v.string(), v.unknown()), {}),
  /**
   * A repeated request with this key gets the answer of the first one, in whichever way it arrives. For an order in a batch
   * without one: the batch's key, a hyphen, and the order's position, counted from 0.
   */
  idempotency_key: v.optional(v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,100}$/))),
  /** The value of the header `Candor-Order`, signed over the JSON text of the fields without spaces. */
  signature: v.optional(v.pipe(v.string(), v.maxLength(300))),
});

/** The answer that a separate request of the call would have received. */
export const answeredOrder = v.object({
  status: v.number(),
  answer: v.looseObject({ type: v.picklist(['ok', 'error', '999']), code: v.picklist([0, 1]) }),
  /** The value of the header `Candor-Receipt`; present for an order that was accepted now. */
  receipt: v.optional(v.string()),
});

export type AskedOrder = v.InferOutput<typeof askedOrder>;
export type AnsweredOrder = v.InferOutput<typeof answeredOrder>;

export const batchInput = v.object({
  orders: v.pipe(v.array(askedOrder), v.minLength(1), v.maxLength(BATCH_ORDERS_MAX)),
});

export const batchOutput = v.object({
  /** One for each order, in the same sequence. */
  orders: v.array(v.object({ ...answeredOrder.entries, idempotency_key: v.nullable(v.string()) })),
  accepted: v.number(),
  refused: v.number(),
});
