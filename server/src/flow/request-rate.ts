/** Counts each caller's requests over a window of a few seconds; all counts are reset together. */
import { MINUTE_MS } from '@candor/domain/time.ts';

const WINDOW_MS = 10_000;

export class RequestRate {
  readonly #max: number;
  readonly #counts = new Map<string | bigint, number>();
  #endsMs = 0;

  constructor(perMinute: number) {
    this.#max = Math.ceil((perMinute * WINDOW_MS) / MINUTE_MS);
  }

  /** Counts a request, or its cost; returns false if the caller is over the limit. */
  allows(caller: string | bigint, nowMs: number, cost = 1): boolean {
    return this.add(caller, nowMs, cost) <= this.#max;
  }

  add(caller: string | bigint, nowMs: number, cost: number): number {
    if (nowMs >= this.#endsMs) {
      this.#counts.clear();
      this.#endsMs = nowMs + WINDOW_MS;
    }
    const count = (this.#counts.get(caller) ?? 0) + cost;
    this.#counts.set(caller, count);
    return count;
  }

  secondsLeft(nowMs: number): number {
    return Math.max(1, Math.ceil((this.#endsMs - nowMs) / 1000));
  }
}
