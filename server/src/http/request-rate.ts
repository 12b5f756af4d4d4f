/** How many requests each caller made in the last few seconds: one number a caller, all forgotten together. */

const WINDOW_MS = 10_000;
const MINUTE_MS = 60_000;

export class RequestRate {
  readonly #max: number;
  readonly #counts = new Map<string | bigint, number>();
  #endsMs = 0;

  constructor(perMinute: number) {
    this.#max = Math.ceil((perMinute * WINDOW_MS) / MINUTE_MS);
  }

  /** Counts a request; false when the caller has made too many. */
  allows(caller: string | bigint, nowMs: number): boolean {
    if (nowMs >= this.#endsMs) {
      this.#counts.clear();
      this.#endsMs = nowMs + WINDOW_MS;
    }
    const count = (this.#counts.get(caller) ?? 0) + 1;
    this.#counts.set(caller, count);
    return count <= this.#max;
  }
}
