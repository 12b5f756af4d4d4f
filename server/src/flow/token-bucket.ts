/** A token bucket per key. It allows a burst, and then a fixed rate per second. A restart resets it. */
import { makeRoom } from './room.ts';

export type TokenBucketOptions = {
  readonly burst: number;
  readonly perSecond: number;
  readonly keysMax: number;
};

type Credit = { left: number; atMs: number };

export class TokenBucket {
  readonly #options: TokenBucketOptions;
  readonly #credits = new Map<string, Credit>();

  constructor(options: TokenBucketOptions) {
    this.#options = options;
  }

  /** Takes a token. Returns 0, or the seconds until one is available. */
  take(key: string, nowMs: number): number {
    const { burst, perSecond } = this.#options;
    const had = this.#credits.get(key) ?? { left: burst, atMs: nowMs };
    const left = Math.min(burst, had.left + (Math.max(0, nowMs - had.atMs) / 1000) * perSecond);
    this.#credits.delete(key);
    makeRoom(this.#credits, this.#options.keysMax);
    const wait = left >= 1 ? 0 : Math.ceil((1 - left) / perSecond);
    this.#credits.set(key, { left: wait === 0 ? left - 1 : left, atMs: nowMs });
    return wait;
  }
}
