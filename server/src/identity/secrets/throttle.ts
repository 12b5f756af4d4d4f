/**
 * Counts tries, so that guessing runs out of them. A try is counted before it is made (a hundred in parallel are a
 * hundred) and given back when it turns out right. In memory: a restart forgives, and what must not be forgiven (the
 * tries at a mailed code) is counted in the database.
 */

type Count = { tries: number; resetsMs: number };

export type ThrottleOptions = { readonly max: number; readonly windowMs: number; readonly keysMax: number };

export class Throttle {
  readonly #options: ThrottleOptions;
  readonly #counts = new Map<string, Count>();

  constructor(options: ThrottleOptions) {
    this.#options = options;
  }

  /** Counts a try; answers 0, or how many seconds to wait when there was none left. */
  take(key: string, nowMs: number): number {
    const count = this.#counts.get(key);
    if (count === undefined || count.resetsMs <= nowMs) {
      this.#counts.delete(key);
      this.#makeRoom();
      this.#counts.set(key, { tries: 1, resetsMs: nowMs + this.#options.windowMs });
      return 0;
    }
    if (count.tries >= this.#options.max) return Math.ceil((count.resetsMs - nowMs) / 1000);
    count.tries += 1;
    return 0;
  }

  /** Gives one try back. */
  giveBack(key: string): void {
    const count = this.#counts.get(key);
    if (count !== undefined && count.tries > 0) count.tries -= 1;
  }

  /** Forgets the oldest key rather than growing without end. */
  #makeRoom(): void {
    if (this.#counts.size < this.#options.keysMax) return;
    const oldest = this.#counts.keys().next();
    if (oldest.done !== true) this.#counts.delete(oldest.value);
  }
}
