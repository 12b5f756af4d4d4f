/**
 * Counts attempts to limit guessing. An attempt is counted before it is made, so that a hundred parallel attempts count as a
 * hundred. It is refunded if it succeeds. The counts are in memory, and a restart resets them. Counts that must survive a
 * restart, such as attempts at a mailed code, are in the database.
 */
import { countedAs } from '../callers/addresses.ts';
import { makeRoom } from './room.ts';

type Count = { tries: number; resetsMs: number };

export type ThrottleOptions = { readonly max: number; readonly windowMs: number; readonly keysMax: number };

export class Throttle {
  readonly #options: ThrottleOptions;
  readonly #counts = new Map<string, Count>();

  constructor(options: ThrottleOptions) {
    this.#options = options;
  }

  /** Counts `cost` attempts, or none if too few are left. Returns 0, or the seconds to wait. */
  take(key: string, nowMs: number, cost: number = 1): number {
    const { max, windowMs } = this.#options;
    let count = this.#counts.get(key);
    if (count === undefined || count.resetsMs <= nowMs) {
      count = { tries: 0, resetsMs: nowMs + windowMs };
      this.#counts.delete(key);
      makeRoom(this.#counts, this.#options.keysMax);
      this.#counts.set(key, count);
    }
    if (count.tries + cost > max) return Math.max(1, Math.ceil((count.resetsMs - nowMs) / 1000));
    count.tries += cost;
    return 0;
  }

  giveBack(key: string): void {
    const count = this.#counts.get(key);
    if (count !== undefined && count.tries > 0) count.tries -= 1;
  }
}

/**
 * Counts by the caller's address. For IPv6 it counts by the network, because a caller has a practically unlimited number of
 * addresses.
 */
export class AddressThrottle extends Throttle {
  override take(address: string, nowMs: number, cost: number = 1): number {
    return super.take(countedAs(address), nowMs, cost);
  }

  override giveBack(address: string): void {
    super.giveBack(countedAs(address));
  }
}
