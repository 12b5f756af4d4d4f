/**
 * The attempts of this process that are in flight, by webhook. Webhooks whose receivers were slow lately share a part of the places,
 * so that many that hang, perhaps on purpose, delay each other and nobody else.
 */
import { limits } from './limits.ts';

export class InFlight {
  readonly #now: () => number;
  readonly #all = new Set<Promise<void>>();
  readonly #perWebhook = new Map<bigint, number>();
  /** Until when a webhook counts as slow; the one that waited longest for a place comes first. */
  readonly #slowUntilMs = new Map<bigint, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  get size(): number {
    return this.#all.size;
  }

  /** The webhooks to which nothing more may be sent now, and those to which one more may. */
  get taken(): { readonly full: readonly bigint[]; readonly partly: readonly bigint[] } {
    const all = [...this.#perWebhook];
    const full = new Set([
      ...all.filter(([, count]) => count >= limits.atOnceMax).map(([id]) => id),
      ...this.#kept(),
    ]);
    return { full: [...full], partly: all.map(([id]) => id).filter((id) => !full.has(id)) };
  }

  /** Counts an attempt until its promise, which must not reject, settles. */
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

  /** The slow webhooks for which no place is left. */
  #kept(): bigint[] {
    const nowMs = this.#now();
    for (const [id, untilMs] of this.#slowUntilMs) if (untilMs <= nowMs) this.#slowUntilMs.delete(id);
    const slow = [...this.#slowUntilMs.keys()];
    const served = slow.filter((id) => this.#countOf(id) > 0).length;
    const room = Math.floor(limits.slowAtOnceMax / limits.atOnceMax) - served;
    const waiting = slow.filter((id) => this.#countOf(id) === 0);
    return waiting.slice(Math.max(0, room));
  }
}
