/**
 * The default feed: a market that runs offline, with a few quotes a second for each symbol within its session. Each market day
 * has its own key, without which the quotes can't be predicted.
 *
 * A run makes one step every quarter of a second from its start. The times of the steps depend on the market clock, not on the
 * process: steps that a process missed are written later with their original times. Delaying or ending the process therefore
 * changes no price.
 */
import type { Quote } from '@candor/domain/market/quote.ts';
import { marketDayOf } from '../market-days.ts';
import type { MarketRun } from '../market-days.ts';
import type { Feed, FeedSink, FeedStart } from './feed.ts';
import { CATCH_UP_MS, LIVE_STALE_AFTER_MS } from './feed.ts';
import type { RunBeginning, RunOptions, SimulatedRun } from './simulated-run.ts';
import { beginRun, newestMs, resumeRun } from './simulated-run.ts';
import { STEP_MS, isOpenAt } from './stepper.ts';

/**
 * Twice the interval between two quotes of a symbol. A quote of this age reveals no more than the symbols quoted together with it
 * do.
 */
const FILL_AGE_MS = 1_000;
/**
 * How many steps may wait for a slow database. Further steps are made once these are written. The waiting steps contain fewer
 * quotes than a batch of the tape.
 */
const STEPS_WAITING_MAX = 80;
/** How much of a long gap is filled before the market asks again whether it may fill the rest at a slower pace. */
const ASK_EVERY_MS = 30_000;
/** Consecutive failures to begin the next run are logged only beyond this number. A few occur if the day is already over. */
const FAILURES_TOLD = 4;

export type SimulatedOptions = RunOptions & {
  /** Commits to the day's key and returns it. Must complete before any quote is made from the key. */
  readonly beginRun: (run: MarketRun) => Promise<string>;
  /** Returns the newest run, if the key of its day belongs to this process and is not published yet. */
  readonly newestRun: () => Promise<RunBeginning | undefined>;
  /**
   * The interval between the steps of a run that begins at a given time. It is longer while a new demo catches up with the
   * present.
   */
  readonly paceMs: (timeMs: number) => Promise<number>;
  /** Whether quotes for a given time can still be made, because no other process has the key of that day. */
  readonly canQuote: (timeMs: number) => Promise<boolean>;
  /** Returns the tapes' heads, once every offered quote has been written. */
  readonly headsNow: () => Promise<ReadonlyMap<string, FeedStart>>;
  readonly report: (text: string) => void;
  /**
   * The maximum age of a quote at which orders fill, in milliseconds. By default, it is twice the interval between two quotes.
   */
  readonly fillAgeMs?: number | undefined;
  /** The market clock, in milliseconds. */
  readonly now: () => number;
};

/** Creates the feed. It continues from the tape, or begins at the starting prices. */
export function simulatedFeed(options: SimulatedOptions): Feed {
  let market: SimulatedMarket | undefined;
  return {
    name: 'simulated',
    symbols: options.listings.map((listing) => listing.instrument.symbol),
    timing: 'feed',
    staleAfterMs: () => LIVE_STALE_AFTER_MS,
    fillAgeMs: () => options.fillAgeMs ?? FILL_AGE_MS,
    hasMore: (symbol) => market?.hasDue(symbol) ?? false,
    start: async (sink, heads) => {
      market = new SimulatedMarket(options, sink);
      await market.start(heads);
    },
    stop: async () => market?.stop(),
  };
}

class SimulatedMarket {
  readonly #options: SimulatedOptions;
  readonly #sink: FeedSink;
  #run: SimulatedRun | undefined;
  #firstMs = 0;
  /** The time up to which steps missed during a long gap are written. After that, the market continues at the current time. */
  #makeUpToMs: number | undefined;
  /** The step of a long gap before which the market asks for the pace. */
  #askAtMs = 0;
  #stepsWaiting = 0;
  #changing: Promise<void> | undefined;
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: SimulatedOptions, sink: FeedSink) {
    this.#options = options;
    this.#sink = sink;
  }

  async start(heads: ReadonlyMap<string, FeedStart>): Promise<void> {
    const nowMs = this.#options.now();
    const lastMs = newestMs(heads);
    const newest = await this.#options.newestRun();
    if (newest !== undefined) this.#run = resumeRun(newest, this.#options, heads);
    if (this.#run === undefined) {
      const nextMs = lastMs + STEP_MS;
      // A run that has not quoted anything yet is started again. If the last run can't be continued over a gap, a new run fills
      // the gap.
      if (newest !== undefined && newest.startedMs > lastMs) this.#firstMs = newest.startedMs;
      else if (nextMs <= nowMs && (await this.#options.canQuote(nextMs))) this.#firstMs = nextMs;
      // The machine's clock may have been set back. The market then waits until the clock has caught up.
      else this.#firstMs = Math.max(nowMs, lastMs);
      if (this.#firstMs <= nowMs) this.#run = await this.#begin(this.#firstMs, heads);
    }
    this.#turn();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#changing;
  }

  /** Whether a step is due in which the symbol's market is open. */
  hasDue(symbol: string): boolean {
    const { listings, now } = this.#options;
    const nextMs = this.#run?.nextMs() ?? Infinity;
    const listing = listings.find(({ instrument }) => instrument.symbol === symbol);
    return listing !== undefined && nextMs <= now() && isOpenAt(listing, nextMs);
  }

  async #begin(startedMs: number, heads: ReadonlyMap<string, FeedStart>): Promise<SimulatedRun> {
    const stepMs = await this.#options.paceMs(startedMs);
    const seed = await this.#options.beginRun({ timeMs: startedMs, heads, stepMs });
    const { run, first } = beginRun({ seed, startedMs, heads }, this.#options, stepMs);
    await this.#sink.offer(first);
    // A run at a slower pace fills the whole gap.
    if (stepMs !== STEP_MS) this.#makeUpToMs = undefined;
    return run;
  }

  #turn(): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    const nowMs = this.#options.now();
    if (this.#changing === undefined) this.#makeDue(nowMs);
    const waitMs = (this.#run?.nextMs() ?? this.#firstMs) - nowMs;
    this.#timer = setTimeout(() => this.#turn(), waitMs > 0 && waitMs < STEP_MS ? waitMs : STEP_MS);
  }

  #makeDue(nowMs: number): void {
    const run = this.#run;
    if (run === undefined) {
      if (this.#firstMs <= nowMs) this.#change(this.#firstMs);
      return;
    }
    const isPassing = run.stepMs !== STEP_MS;
    if (!isPassing && this.#makeUpToMs === undefined && nowMs - run.nextMs() > CATCH_UP_MS) {
      this.#makeUpToMs = run.nextMs() + CATCH_UP_MS;
      this.#askAtMs = run.nextMs();
    }
    const isLong = this.#makeUpToMs !== undefined;
    const toMs = this.#makeUpToMs ?? nowMs;
    const isDue = (): boolean => run.nextMs() <= toMs && marketDayOf(run.nextMs()) === run.day;
    const isAsked = (): boolean => isLong && run.nextMs() >= this.#askAtMs;
    const quotes: Quote[] = [];
    let steps = 0;
    const mayMake = (): boolean => isDue() && !isAsked() && this.#stepsWaiting + steps < STEPS_WAITING_MAX;
    for (; mayMake(); steps += 1) quotes.push(...run.step());
    if (quotes.length > 0) this.#offer(quotes, steps);
    else if (this.#stepsWaiting > 0) return;
    else if (isDue()) this.#ask(run.nextMs());
    else if (run.nextMs() <= toMs) this.#change(run.nextMs());
    else if (isLong || isPassing) {
      this.#makeUpToMs = undefined;
      this.#change(nowMs);
    }
  }

  /**
   * Begins a run at a slower pace if such a pace is allowed for the rest of a long gap. Otherwise, the current run continues.
   */
  #ask(nextMs: number): void {
    this.#become(async () => {
      this.#askAtMs = nextMs + ASK_EVERY_MS;
      if ((await this.#options.paceMs(nextMs)) === STEP_MS) return;
      this.#run = await this.#begin(nextMs, await this.#options.headsNow());
    });
  }

  #offer(quotes: readonly Quote[], steps: number): void {
    this.#stepsWaiting += steps;
    void this.#sink.offer(quotes).finally(() => {
      this.#stepsWaiting -= steps;
      // A market that is behind makes its next step immediately.
      if (this.#stepsWaiting === 0) this.#turn();
    });
  }

  /** Begins another run from the current tapes. */
  #change(timeMs: number): void {
    this.#become(async () => {
      this.#run = await this.#begin(timeMs, await this.#options.headsNow());
    });
  }

  #become(change: () => Promise<void>): void {
    this.#changing = change()
      .then(() => {
        this.#failures = 0;
      })
      // If the clock was moved forward in several leaps in the meantime, the day begins at a later step.
      .catch((error: Error) => {
        this.#failures += 1;
        if (this.#failures > FAILURES_TOLD)
          this.#options.report(`feed: failed to start the next run of the market: ${error.message}`);
      })
      .finally(() => {
        this.#changing = undefined;
      });
  }
}
