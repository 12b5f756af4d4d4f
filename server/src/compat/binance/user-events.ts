/** A customer's orders as events in these clients' form. The fields are in the order in which the exchange documents them. */
import { toNumeric } from '@candor/domain/money/amount.ts';
import {
  clientIdOf,
  decimals,
  expiryOf,
  filledValue,
  isWorking,
  listOf,
  statusOf,
  stopOf,
  timeInForceOf,
  tradeOf,
  typeOf,
} from './account-view.ts';
import type { Order } from './account-view.ts';
import type { Shown } from './order-lists.ts';
import { nameOf } from './pairs.ts';

const ZERO = toNumeric(0n);

/** Returns the order in its state at acceptance. */
export function asAccepted(order: Order): Order {
  return {
    ...order,
    ...{ status: 'open', reason: null, legs: [], filled_quantity: '0', cancel_asked_at: null },
    updated_at: order.created_at,
  };
}

function executionOf(order: Shown): string {
  const status = statusOf(order);
  if (status === 'FILLED') return 'TRADE';
  if (status === 'PENDING_CANCEL' || status === 'PENDING_NEW') return 'NEW';
  return status === 'NEW' && order.amended_at === order.updated_at ? 'REPLACED' : status;
}

/** Formats an execution report. An order fills as a whole, so its only fill is its last one. */
export function executionReport(order: Shown, nowMs: number) {
  const name = clientIdOf(order);
  const status = statusOf(order);
  const fill = order.legs.at(-1);
  const expiry = expiryOf(order);
  const quantity = decimals(order.quantity);
  return {
    e: 'executionReport',
    E: nowMs,
    s: nameOf(order.symbol),
    c: name,
    S: order.side.toUpperCase(),
    o: typeOf(order),
    f: timeInForceOf(order),
    q: quantity,
    p: order.price === null ? ZERO : decimals(order.price),
    P: stopOf(order),
    F: ZERO,
    g: listOf(order),
    C: status === 'CANCELED' ? name : '',
    x: executionOf(order),
    X: status,
    r: 'NONE',
    i: Number(order.id),
    l: fill === undefined ? ZERO : decimals(fill.quantity),
    z: decimals(order.filled_quantity),
    L: fill === undefined ? ZERO : decimals(fill.price),
    n: fill === undefined ? '0' : decimals(fill.fee),
    N: fill === undefined ? null : 'USDT',
    T: order.updated_at * 1000,
    t: fill === undefined ? -1 : tradeOf(order),
    I: Number(order.id),
    w: status === 'NEW' && isWorking(order),
    m: false,
    M: false,
    O: order.created_at * 1000,
    Z: filledValue(order),
    Y: fill === undefined ? ZERO : decimals(fill.value),
    Q: ZERO,
    ...(isWorking(order) ? { W: order.created_at * 1000 } : {}),
    V: 'NONE',
    ...(expiry === undefined ? {} : { eR: expiry }),
  };
}
