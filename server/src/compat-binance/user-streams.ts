/** Sends customers' committed orders and balances to the programs that subscribed to them with their key. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { toNumeric } from '@candor/domain/money/amount.ts';
import {
  balances,
  clientIdOf,
  decimals,
  filledValue,
  isListed,
  listOf,
  statusOf,
  stopOf,
  timeInForceOf,
  tradeOf,
  typeOf,
} from './account-view.ts';
import type { Order } from './account-view.ts';
import { listEvent, shownOf } from './order-lists.ts';
import type { Shown } from './order-lists.ts';
import { nameOf } from './pairs.ts';

type Wallets = CallOutput<'POST wallet/list'>;
export type UserReader = {
  hear(event: object): void;
  end(): void;
  /** Whether the key that subscribed is still valid. */
  isLive(): Promise<boolean>;
};

/** How often keys are checked. A revocation in this process ends a subscription at once. */
const CHECK_EVERY_MS = 2000;

const ZERO = toNumeric(0n);

export class UserStreams {
  readonly #now: () => number;
  readonly #readers = new Map<bigint, Set<UserReader>>();
  readonly #onTrouble: (text: string, error: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  #checking = false;

  constructor(now: () => number, onTrouble: (text: string, error: unknown) => void) {
    this.#now = now;
    this.#onTrouble = onTrouble;
    this.#timer = setInterval(() => void this.#endOutdated(), CHECK_EVERY_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  join(customer: bigint, reader: UserReader): void {
    const own = this.#readers.get(customer) ?? new Set();
    this.#readers.set(customer, own.add(reader));
  }

  leave(customer: bigint, reader: UserReader): void {
    const own = this.#readers.get(customer);
    own?.delete(reader);
    if (own?.size === 0) this.#readers.delete(customer);
  }

  /** Ends the subscriptions of a customer whose keys changed; a program with a valid key subscribes again. */
  end(customer: bigint): void {
    for (const reader of this.#readers.get(customer) ?? []) reader.end();
    this.#readers.delete(customer);
  }

  /** Ends the subscriptions of keys that expired, or were revoked by another process. */
  async #endOutdated(): Promise<void> {
    if (this.#checking) return;
    this.#checking = true;
    try {
      for (const [customer, own] of this.#readers)
        for (const reader of own) {
          // oxlint-disable-next-line no-await-in-loop -- what is read of a key is kept for a moment, so most checks wait for nothing
          if ((await reader.isLive()) || !own.has(reader)) continue;
          this.leave(customer, reader);
          reader.end();
        }
    } catch (error) {
      this.#onTrouble('compatible streams: failed to check a key (retrying in 2 s)', error);
    } finally {
      this.#checking = false;
    }
  }

  hears(customer: bigint): boolean {
    return this.#readers.has(customer);
  }

  publish(customer: bigint, event: string, payload: object): void {
    const messages = this.#messages(event, payload);
    for (const reader of this.#readers.get(customer) ?? [])
      for (const message of messages) reader.hear(message);
  }

  #messages(event: string, payload: object): readonly object[] {
    const nowMs = this.#now();
    if (event === 'wallet') {
      const { wallets } = payload as { readonly wallets: Wallets };
      const rows = balances(wallets, false).map(({ asset, free, locked }) => ({
        a: asset,
        f: free,
        l: locked,
      }));
      return [{ e: 'outboundAccountPosition', E: nowMs, u: nowMs, B: rows }];
    }
    if (event !== 'order') return [];
    const { order } = payload as { readonly order: Order };
    if (!isListed(order)) return [];
    const reports = shownOf(order).map((one) => report(one, nowMs));
    return order.type === 'oco' ? [listEvent(order, nowMs), ...reports] : reports;
  }
}

/** An order fills as a whole, so its only fill is its last. */
function report(order: Shown, nowMs: number) {
  const name = clientIdOf(order);
  const status = statusOf(order);
  const fill = order.legs.at(-1);
  const kind = status === 'FILLED' ? 'TRADE' : status === 'PENDING_CANCEL' ? 'NEW' : status;
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
    x: kind,
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
    w: status === 'NEW',
    m: false,
    M: false,
    O: order.created_at * 1000,
    Z: filledValue(order),
    Y: fill === undefined ? ZERO : decimals(fill.value),
    Q: ZERO,
    W: order.created_at * 1000,
    V: 'NONE',
  };
}
