/**
 * Counts the weight of an address's requests per minute, and a customer's orders, as these clients expect: each answer states the
 * count, an address above the limit gets 429 with the time to wait, and one that keeps sending gets 418.
 */
import { DAY_MS, MINUTE_MS } from '@candor/domain/time.ts';
import { LIMITS } from '../../limits.ts';
import { failed } from './failure.ts';
import type { Failure } from './failure.ts';

const {
  weightPerMinute: WEIGHT_MAX,
  ordersTenSeconds: ORDERS_10S_MAX,
  ordersDay: ORDERS_DAY_MAX,
} = LIMITS.compat;
const TEN_SECONDS_MS = 10_000;

export const RATE_LIMITS = [
  { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: WEIGHT_MAX },
  { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10, limit: ORDERS_10S_MAX },
  { rateLimitType: 'ORDERS', interval: 'DAY', intervalNum: 1, limit: ORDERS_DAY_MAX },
] as const;

/** Formats the usage of each limit for answers over a WebSocket. */
export function limitsView({ weight, orders }: { weight: number; orders?: OrderCounts | undefined }) {
  const counts = [weight, orders?.tenSeconds, orders?.day];
  const [ofWeight, ...ofOrders] = RATE_LIMITS.map((limit, at) => ({ ...limit, count: counts[at] }));
  return orders === undefined ? [ofWeight] : [...ofOrders, ofWeight];
}

/** Counts per caller within a fixed window of the clock. All counts end at the same time, so that they need no timers. */
class WindowCount<Caller> {
  readonly #windowMs: number;
  readonly #counts = new Map<Caller, number>();
  #window = -1;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  add(caller: Caller, nowMs: number, count: number): number {
    const window = Math.floor(nowMs / this.#windowMs);
    if (window !== this.#window) this.#counts.clear();
    this.#window = window;
    const sum = (this.#counts.get(caller) ?? 0) + count;
    if (count > 0) this.#counts.set(caller, sum);
    return sum;
  }

  secondsLeft(nowMs: number): number {
    return Math.ceil((this.#windowMs - (nowMs % this.#windowMs)) / 1000);
  }
}

export class Weights {
  readonly #weights = new WindowCount<string>(MINUTE_MS);
  /** Banned addresses, with the time at which each ban ends. Expired bans are dropped when a new one is added. */
  readonly #banned = new Map<string, number>();

  /** Returns the weight that the address has used within the minute, or why it has to wait. */
  use(address: string, nowMs: number, weight: number): { readonly used: number; readonly refused?: Failure } {
    const bannedUntil = this.#banned.get(address) ?? 0;
    if (bannedUntil > nowMs) return { used: WEIGHT_MAX, refused: banned(bannedUntil, nowMs) };
    const used = this.#weights.add(address, nowMs, weight);
    if (used <= WEIGHT_MAX) return { used };
    if (used > WEIGHT_MAX * LIMITS.compat.ignoredFactor) {
      for (const [one, untilMs] of this.#banned) if (untilMs <= nowMs) this.#banned.delete(one);
      this.#banned.set(address, nowMs + LIMITS.compat.banMs);
      return { used, refused: banned(nowMs + LIMITS.compat.banMs, nowMs) };
    }
    const retryAfterSeconds = this.#weights.secondsLeft(nowMs);
    const { failure } = failed(
      -1003,
      `Too much request weight used; current limit is ${WEIGHT_MAX} request weight per 1 MINUTE. Please use WebSocket Streams for live updates to avoid polling the API.`,
      429,
    );
    return { used, refused: { ...failure, retryAfterSeconds } };
  }
}

function banned(untilMs: number, nowMs: number): Failure {
  const { failure } = failed(
    -1003,
    `Way too much request weight used; IP banned until ${untilMs}. Please use WebSocket Streams for live updates to avoid bans.`,
    418,
  );
  return { ...failure, retryAfterSeconds: Math.ceil((untilMs - nowMs) / 1000) };
}

export type OrderCounts = { readonly tenSeconds: number; readonly day: number };

export class OrderCount {
  readonly #tenSeconds = new WindowCount<bigint>(TEN_SECONDS_MS);
  readonly #days = new WindowCount<bigint>(DAY_MS);

  counts(customer: bigint, nowMs: number): OrderCounts {
    return {
      tenSeconds: this.#tenSeconds.add(customer, nowMs, 0),
      day: this.#days.add(customer, nowMs, 0),
    };
  }

  /** Counts an accepted order. */
  add(customer: bigint, nowMs: number): void {
    this.#tenSeconds.add(customer, nowMs, 1);
    this.#days.add(customer, nowMs, 1);
  }

  refusal(customer: bigint, nowMs: number): Failure | undefined {
    const { tenSeconds, day } = this.counts(customer, nowMs);
    if (tenSeconds < ORDERS_10S_MAX && day < ORDERS_DAY_MAX) return undefined;
    const over = tenSeconds >= ORDERS_10S_MAX ? this.#tenSeconds : this.#days;
    const { failure } = failed(
      -1015,
      'Too many new orders; current limit is 100 orders per TEN_SECONDS.',
      429,
    );
    return { ...failure, retryAfterSeconds: over.secondsLeft(nowMs) };
  }
}
