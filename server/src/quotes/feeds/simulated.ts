/**
 * The default feed: a market that runs offline, a few quotes a second for each symbol, within its session. Each market day has
 * a key of its own; nobody who lacks it can tell what comes next.
 *
 * A run makes a step every quarter of a second from its beginning on, by the market clock and not by when a process gets to it:
 * what a process missed is made up with the times that it would have had. So no price depends on who held it up, or ended it.
 */
import type { Quote } from '@candor/domain/market/quote.ts';
import { marketDayOf } from '../market-days.ts';
import type { MarketRun } from '../market-days.ts';
import type { Feed, FeedSink, FeedStart } from './feed.ts';
import { CATCH_UP_MS, LIVE_STALE_AFTER_MS } from './feed.ts';
import type { RunBeginning, RunOptions, SimulatedRun } from './simulated-run.ts';
import { beginRun, newestMs, resumeRun } from './simulated-run.ts';
import { STEP_MS, isOpenAt } from './stepper.ts';

/** Twice the time between two quotes of a symbol: what is quoted together says all that anybody can know until then. */
const FILL_AGE_MS = 1_000;
/** Steps that may wait for a slow database; the others are made once these are written. Fewer quotes than a batch of the tape. */
const STEPS_WAITING_MAX = 80;
/** So many tries in a row may find that the day they began is over before it is said. */
const FAILURES_TOLD = 4;

export type SimulatedOptions = RunOptions & {
  /** Binds the day's key and answers it, before anything is quoted from it. */
  readonly beginRun: (run: MarketRun) => Promise<string>;
  /** The newest run that was begun, while the key of its day is this process's own and not told. */
  readonly newestRun: () => Promise<RunBeginning | undefined>;
  /** Whether quotes of a time can still be made, as nobody else has the key of its day. */
  readonly canQuote: (timeMs: number) => Promise<boolean>;
  /** The tapes as they stand, once what was offered is on them. */
  readonly headsNow: () => Promise<ReadonlyMap<string, FeedStart>>;
  readonly report: (text: string) => void;
  /** How old a quote may be to be filled at; twice the time between two when absent. */
  readonly fillAgeMs?: number | undefined;
  /** Market time. */
  readonly now: () => number;
};

/** Makes the feed; it goes on from the tape, or begins at the starting prices. */
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
  /** Where the first run is to begin. */
  #firstMs = 0;
  /** Up to where a long hole is made up; behind it the market goes on now. */
  #makeUpToMs: number | undefined;
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
      // One that was begun and has quoted nothing is begun again; what no run goes on from is made up by a new one.
      if (newest !== undefined && newest.startedMs > lastMs) this.#firstMs = newest.startedMs;
      else if (nextMs <= nowMs && (await this.#options.canQuote(nextMs))) this.#firstMs = nextMs;
      // A machine's clock may be set back; the market waits until it has caught up.
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

  /** Whether a step is due in which a symbol is open. */
  hasDue(symbol: string): boolean {
    const { listings, now } = this.#options;
    const nextMs = this.#run?.nextMs() ?? Infinity;
    const listing = listings.find(({ instrument }) => instrument.symbol === symbol);
    return listing !== undefined && nextMs <= now() && isOpenAt(listing, nextMs);
  }

  async #begin(startedMs: number, heads: ReadonlyMap<string, FeedStart>): Promise<SimulatedRun> {
    const seed = await this.#options.beginRun({ timeMs: startedMs, heads, stepMs: STEP_MS });
    const { run, first } = beginRun({ seed, startedMs, heads }, this.#options);
    await this.#sink.offer(first);
    return run;
  }

  /** Makes what is due, and comes again when the next step is. */
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
    if (nowMs - run.nextMs() > CATCH_UP_MS) this.#makeUpToMs ??= run.nextMs() + CATCH_UP_MS;
    const toMs = this.#makeUpToMs ?? nowMs;
    const isDue = (): boolean => run.nextMs() <= toMs && marketDayOf(run.nextMs()) === run.day;
    const quotes: Quote[] = [];
    let steps = 0;
    for (; isDue() && this.#stepsWaiting + steps < STEPS_WAITING_MAX; steps += 1) quotes.push(...run.step());
    if (quotes.length > 0) this.#offer(quotes, steps);
    else if (isDue() || this.#stepsWaiting > 0) return;
    else if (run.nextMs() <= toMs) this.#change(run.nextMs());
    else if (this.#makeUpToMs !== undefined) {
      this.#makeUpToMs = undefined;
      this.#change(nowMs);
    }
  }

  #offer(quotes: readonly Quote[], steps: number): void {
    this.#stepsWaiting += steps;
    void this.#sink.offer(quotes).finally(() => {
      this.#stepsWaiting -= steps;
      // What is behind does not wait for the clock.
      if (this.#stepsWaiting === 0) this.#turn();
    });
  }

  /** Begins another run, from the tapes as they stand. */
  #change(timeMs: number): void {
    this.#changing = this.#options
      .headsNow()
      .then(async (heads) => {
        this.#run = await this.#begin(timeMs, heads);
        this.#failures = 0;
      })
      // A clock that is set forward in leaps meanwhile has the day begin at a later step.
      .catch((error: Error) => {
        this.#failures += 1;
        if (this.#failures > FAILURES_TOLD)
          this.#options.report(`the market's next run could not begin: ${error.message}`);
      })
      .finally(() => {
        this.#changing = undefined;
      });
  }
}
