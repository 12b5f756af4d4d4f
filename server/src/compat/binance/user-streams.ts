/** Sends customers' committed orders and balances to the programs that subscribed to them with their key. */
import { CustomerNews } from './user-news.ts';
import type { Wallets } from './user-news.ts';
import type { Result } from './failure.ts';

export type UserReader = {
  hear(event: object): void;
  end(): void;
  /** Whether the key that subscribed is still valid. */
  isLive(): Promise<boolean>;
};

/** How often keys are revalidated. A revocation in this process ends a subscription immediately. */
const CHECK_EVERY_MS = 2000;

export class UserStreams {
  readonly #now: () => number;
  readonly #readers = new Map<bigint, Set<UserReader>>();
  readonly #news = new Map<bigint, CustomerNews>();
  readonly #onTrouble: (text: string, error: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  #checking = false;

  constructor(now: () => number, onTrouble: (text: string, error: unknown) => void) {
    this.#now = now;
    this.#onTrouble = onTrouble;
    this.#timer = setInterval(() => void this.#endOutdated(), CHECK_EVERY_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
    for (const news of this.#news.values()) news.stop();
  }

  /** Adds a reader. The wallets that a customer's first reader loads are the baseline for later comparisons. */
  async join(
    customer: bigint,
    reader: UserReader,
    walletsNow: () => Promise<Result<Wallets>>,
  ): Promise<void> {
    const own = this.#readers.get(customer) ?? new Set();
    this.#readers.set(customer, own.add(reader));
    if (this.#news.has(customer)) return;
    const news = new CustomerNews(this.#now, (messages) => this.#tell(customer, messages));
    this.#news.set(customer, news);
    const wallets = await walletsNow();
    if (wallets.ok) news.begin(wallets.value);
  }

  leave(customer: bigint, reader: UserReader): void {
    const own = this.#readers.get(customer);
    own?.delete(reader);
    if (own?.size === 0) this.#forget(customer);
  }

  #forget(customer: bigint): void {
    this.#readers.delete(customer);
    this.#news.get(customer)?.stop();
    this.#news.delete(customer);
  }

  /** Ends the subscriptions of a customer whose keys have changed. A program with a valid key subscribes again. */
  end(customer: bigint): void {
    for (const reader of this.#readers.get(customer) ?? []) reader.end();
    this.#forget(customer);
  }

  /** Ends the subscriptions of keys that have expired or were revoked by another process. */
  async #endOutdated(): Promise<void> {
    if (this.#checking) return;
    this.#checking = true;
    try {
      for (const [customer, own] of this.#readers)
        for (const reader of own) {
          // oxlint-disable-next-line no-await-in-loop -- keys are cached for a moment, so most checks do not wait
          if ((await reader.isLive()) || !own.has(reader)) continue;
          this.leave(customer, reader);
          reader.end();
        }
    } catch (error) {
      this.#onTrouble('compatible streams: failed to check an API key (retrying in 2 s)', error);
    } finally {
      this.#checking = false;
    }
  }

  hears(customer: bigint): boolean {
    return this.#readers.has(customer);
  }

  publish(customer: bigint, event: string, payload: object): void {
    this.#news.get(customer)?.hear(event, payload);
  }

  #tell(customer: bigint, messages: readonly object[]): void {
    for (const reader of this.#readers.get(customer) ?? [])
      for (const message of messages) reader.hear(message);
  }
}
