/**
 * This process's attempts in flight, by webhook. Webhooks whose receivers were recently slow share a part of the available
 * places, so that many that hang, perhaps on purpose, delay only each other. The number of attempts in flight to one webhook from
 * all processes is counted in the database (`deliveries.ts`).
 */
import { limits } from './limits.ts';

export class InFlight {
  readonly #now: () => number;
  readonly #all = new Set<Promise<void>>();
  readonly #perWebhook = new Map<bigint, number>();
  /** The time until which each webhook counts as slow. The one that has waited longest for a place comes first. */
  readonly #slowUntilMs = new Map<bigint, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  get size(): number {
    return this.#all.size;
  }

  /** The slow webhooks for which no place is free. */
  get kept(): bigint[] {
    const nowMs = this.#now();
    for (const [id, untilMs] of this.#slowUntilMs) if (untilMs <= nowMs) this.#slowUntilMs.delete(id);
    const slow = [...this.#slowUntilMs.keys()];
    const served = slow.filter((id) => this.#countOf(id) > 0).length;
    const room = Math.floor(limits.slowAtOnceMax / limits.atOnceMax) - served;
    const waiting = slow.filter((id) => this.#countOf(id) === 0);
    return waiting.slice(Math.max(0, room));
  }

  /** Counts an attempt as in flight until its promise settles. The promise must not reject. */
  add(webhook: bigint, attempt: Promise<void>): void {
    const startMs = this.#now();
    this.#perWebhook.set(webhook, this.#countOf(webhook) + 1);
    if (this.#slowUntilMs.has(webhook)) this.#becomesSlow(webhook);
    const counted = attempt.finally(() => {
      this.#all.delete(counted);
      if (this.#now() - startMs >= limits.slowMs) this.#becomesSlow(webhook);
      const left = this.#countOf(webhook) - 1;
      if (left > 0) this.#perWebhook.set(webhook, left);
      else this.#perWebhook.delete(webhook);
    });
    this.#all.add(counted);
  }

  async settled(): Promise<void> {
    await Promise.all(this.#all);
  }

  #countOf(webhook: bigint): number {
    return this.#perWebhook.get(webhook) ?? 0;
  }

  #becomesSlow(webhook: bigint): void {
    this.#slowUntilMs.delete(webhook);
    this.#slowUntilMs.set(webhook, this.#now() + limits.slowForMs);
  }
}
