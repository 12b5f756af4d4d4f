/**
 * Counts tries, so that guessing runs out of them. A try is counted before it is made (a hundred in parallel are a
 * hundred) and given back when it turns out right. In memory: a restart forgives, and what must not be forgiven (the
 * tries at a mailed code) is counted in the database.
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

  /**
   * Counts a try, or as many as something costs; answers 0, or how many seconds to wait where fewer were left, of which none
   * is counted then.
   */
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

  /** Gives one try back. */
  giveBack(key: string): void {
    const count = this.#counts.get(key);
    if (count !== undefined && count.tries > 0) count.tries -= 1;
  }
}

/** The same by the address that somebody comes from: of IPv6 by the network, in which everybody has addresses without end. */
export class AddressThrottle extends Throttle {
  override take(address: string, nowMs: number, cost: number = 1): number {
    return super.take(countedAs(address), nowMs, cost);
  }

  override giveBack(address: string): void {
    super.giveBack(countedAs(address));
  }
}
