/** How much each caller asked for in the last few seconds: one number a caller, all forgotten together. */
import { MINUTE_MS } from '@candor/domain/time.ts';

const WINDOW_MS = 10_000;

export class RequestRate {
  readonly #max: number;
  readonly #counts = new Map<string | bigint, number>();
  #endsMs = 0;

  constructor(perMinute: number) {
    this.#max = Math.ceil((perMinute * WINDOW_MS) / MINUTE_MS);
  }

  /** Counts a request, or what it costs; false when the caller has asked for too much. */
  allows(caller: string | bigint, nowMs: number, cost = 1): boolean {
    return this.add(caller, nowMs, cost) <= this.#max;
  }

  /** Counts what an answer turned out to cost, and answers what all of the caller's did. */
  add(caller: string | bigint, nowMs: number, cost: number): number {
    if (nowMs >= this.#endsMs) {
      this.#counts.clear();
      this.#endsMs = nowMs + WINDOW_MS;
    }
    const count = (this.#counts.get(caller) ?? 0) + cost;
    this.#counts.set(caller, count);
    return count;
  }

  /** In how many seconds it is worth asking again. */
  secondsLeft(nowMs: number): number {
    return Math.max(1, Math.ceil((this.#endsMs - nowMs) / 1000));
  }
}
