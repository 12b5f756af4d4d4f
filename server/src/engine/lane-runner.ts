/**
 * Processes one symbol's entries and announcements in order of arrival. It waits only while it reads a part of the tape that it
 * wasn't given or no longer holds in memory.
 */
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { Fifo } from './fifo.ts';
import type { FiringQueue } from './firing-queue.ts';
import { Lane } from './lane.ts';
import type { Announcement, TriggerIndex } from './lane.ts';
import { searchTape } from './missed.ts';
import type { TapeSource } from './tape-source.ts';

export type LaneRunnerOptions = {
  readonly symbol: string;
  readonly index: TriggerIndex;
  readonly firings: FiringQueue;
  readonly tape: TapeSource;
  readonly nowMs: () => number;
  readonly onTrouble: (text: string, error: unknown) => void;
};

/** When the queue is longer than this, it takes no more entries, and the lane reads them from the tape later. */
const QUEUED_MAX = 10_000;
const RETRY_MS = 200;

export class LaneRunner {
  readonly #options: LaneRunnerOptions;
  readonly #lane: Lane;
  readonly #queue = new Fifo<{ readonly item: TapeEntry | Announcement; readonly sinceMs: number }>();
  /** The newest entry known to exist, whether it is in the queue or not. */
  #knownSeq: bigint;
  #busy = false;
  #running: Promise<void> = Promise.resolve();
  #retry: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(options: LaneRunnerOptions, evaluatedSeq: bigint) {
    this.#options = options;
    this.#lane = new Lane(options.index, evaluatedSeq);
    this.#knownSeq = evaluatedSeq;
  }

  get handledSeq(): bigint {
    return this.#options.firings.handledSeq(this.#options.symbol, this.#lane.evaluatedSeq);
  }

  get idle(): boolean {
    return this.#queue.length === 0;
  }

  /** Resolves when the queue has been processed or when it can't be processed for now. */
  get settled(): Promise<void> {
    return this.#running;
  }

  get lagMs(): number {
    const { nowMs, firings, symbol } = this.#options;
    const { first } = this.#queue;
    return Math.max(first === undefined ? 0 : nowMs() - first.sinceMs, firings.lagMs(symbol));
  }

  enter(entry: TapeEntry): void {
    if (entry.seq > this.#knownSeq) this.#knownSeq = entry.seq;
    if (this.#queue.length < QUEUED_MAX) this.#push(entry);
  }

  announce(announcement: Announcement): void {
    this.#push(announcement);
  }

  async catchUp(upToSeq: bigint): Promise<void> {
    while (this.#lane.evaluatedSeq < upToSeq && !this.#stopped) {
      const page = await this.#options.tape.entriesAfter(this.#lane.evaluatedSeq);
      if (page.length === 0)
        throw new Error(`${this.#options.symbol}: expected the tape to have entry ${upToSeq}, found none`);
      for (const entry of page) this.#evaluate(entry);
    }
  }

  /** Leaves the queue unprocessed for the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#retry);
    await this.#running;
  }

  #push(item: TapeEntry | Announcement): void {
    this.#queue.push({ item, sinceMs: this.#options.nowMs() });
    this.#run();
  }

  #run(): void {
    if (this.#busy || this.#stopped) return;
    this.#busy = true;
    this.#running = this.#workOff();
  }

  /**
   * Processes the queue. If an item fails, it stays in place and is retried. Meanwhile the symbol makes no progress, which its
   * lag shows.
   */
  async #workOff(): Promise<void> {
    try {
      for (let next = this.#queue.first; next !== undefined && !this.#stopped; next = this.#queue.first) {
        if ('seq' in next.item) await this.#enterInOrder(next.item);
        else await this.#takeIn(next.item);
        // A stop may have interrupted the item. It then stays in the queue, so that it isn't counted as processed.
        if (!this.#stopped) this.#queue.shift();
      }
      await this.catchUp(this.#knownSeq);
    } catch (error) {
      this.#options.onTrouble(`engine: failed to evaluate ${this.#options.symbol} (retrying)`, error);
      clearTimeout(this.#retry);
      this.#retry = setTimeout(() => this.#run(), RETRY_MS);
    } finally {
      this.#busy = false;
    }
  }

  async #enterInOrder(entry: TapeEntry): Promise<void> {
    if (entry.seq > this.#lane.evaluatedSeq + 1n) await this.catchUp(entry.seq - 1n);
    if (entry.seq === this.#lane.evaluatedSeq + 1n) this.#evaluate(entry);
  }

  async #takeIn(announcement: Announcement): Promise<void> {
    const { level } = announcement;
    const forgotten = this.#lane.forgotten(announcement);
    const past =
      level === null || forgotten === undefined
        ? {}
        : await searchTape(this.#options.tape, { ...announcement, level }, forgotten);
    const firing = this.#lane.announce(announcement, past);
    if (firing !== undefined) this.#options.firings.add(firing, true);
  }

  #evaluate(entry: TapeEntry): void {
    for (const firing of this.#lane.enter(entry)) this.#options.firings.add(firing, false);
  }
}
