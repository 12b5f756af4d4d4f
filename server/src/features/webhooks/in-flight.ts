/** The attempts of this process that are in flight, by webhook. */
import { limits } from './limits.ts';

export class InFlight {
  readonly #all = new Set<Promise<void>>();
  readonly #perWebhook = new Map<bigint, number>();

  get size(): number {
    return this.#all.size;
  }

  /** The webhooks to which nothing more may be sent now, and those to which one more may. */
  get taken(): { readonly full: readonly bigint[]; readonly partly: readonly bigint[] } {
    const all = [...this.#perWebhook];
    return {
      full: all.filter(([, count]) => count >= limits.atOnceMax).map(([id]) => id),
      partly: all.filter(([, count]) => count < limits.atOnceMax).map(([id]) => id),
    };
  }

  /** Counts an attempt until its promise, which must not reject, settles. */
  add(webhook: bigint, attempt: Promise<void>): void {
    this.#perWebhook.set(webhook, (this.#perWebhook.get(webhook) ?? 0) + 1);
    const counted = attempt.finally(() => {
      this.#all.delete(counted);
      const left = (this.#perWebhook.get(webhook) ?? 0) - 1;
      if (left > 0) this.#perWebhook.set(webhook, left);
      else this.#perWebhook.delete(webhook);
    });
    this.#all.add(counted);
  }

  async settled(): Promise<void> {
    await Promise.all(this.#all);
  }
}
