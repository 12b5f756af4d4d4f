/**
 * A run of the simulated market: its quotes step by step. The run's start determines the time of each quote. After an
 * interruption, the same run continues, so that a restart does not change the prices.
 */
import type { Quote } from '@candor/domain/market/quote.ts';
import type { Listing } from '../catalogue.ts';
import { marketDayOf } from '../market-days.ts';
import type { FeedStart } from './feed.ts';
import { simulatedQuote } from './simulated-quote.ts';
import type { Simulation } from './simulation.ts';
import { STEP_MS, isOpenAt, simulationFrom, stepper } from './stepper.ts';

/** The inputs of a run: the key of its day, its start time, and the heads of the tapes at the start. */
export type RunBeginning = {
  readonly seed: string;
  readonly startedMs: number;
  readonly heads: ReadonlyMap<string, FeedStart>;
};

export type RunOptions = { readonly listings: readonly Listing[]; readonly quotesPerSecond: number };

export type SimulatedRun = {
  readonly day: string;
  /** The interval between the steps. */
  readonly stepMs: number;
  nextMs(): number;
  step(): Quote[];
};

/** Starts a run. The run's initial quotes precede its first step. */
export function beginRun(
  beginning: RunBeginning,
  options: RunOptions,
  stepMs = STEP_MS,
): { readonly run: SimulatedRun; readonly first: readonly Quote[] } {
  const { seed, startedMs, heads } = beginning;
  const simulation = simulationFrom({ seed, listings: options.listings }, heads);
  const first = firstQuotes(simulation, beginning);
  const stepped = stepper(simulation, { ...options, stepMs });
  return { run: runFrom({ dayMs: startedMs, firstMs: startedMs + stepMs, stepMs }, stepped), first };
}

/**
 * Continues a run after its newest quote on the tapes. Returns undefined if the tapes don't end as the run implies, because they
 * were made at a different rate or because another feed has quoted since.
 */
export function resumeRun(
  beginning: RunBeginning,
  options: RunOptions,
  heads: ReadonlyMap<string, FeedStart>,
): SimulatedRun | undefined {
  const { seed, startedMs } = beginning;
  const lastMs = newestMs(heads);
  if (lastMs < startedMs || (lastMs - startedMs) % STEP_MS !== 0) return undefined;
  const simulation = simulationFrom({ seed, listings: options.listings }, beginning.heads);
  let newest: readonly Quote[] = firstQuotes(simulation, beginning);
  const stepped = stepper(simulation, options);
  for (let timeMs = startedMs + STEP_MS; timeMs <= lastMs; timeMs += STEP_MS) {
    newest = stepped(timeMs, timeMs < lastMs);
  }
  const isOnTape = ({ symbol, bid, ask }: Quote): boolean => {
    const head = heads.get(symbol);
    return head?.bid === bid && head.ask === ask;
  };
  if (newest.length === 0 || !newest.every(isOnTape)) return undefined;
  return runFrom({ dayMs: lastMs, firstMs: lastMs + STEP_MS, stepMs: STEP_MS }, stepped);
}

/** The latest feed time on any tape, in milliseconds. */
export function newestMs(heads: ReadonlyMap<string, FeedStart>): number {
  let newest = 0;
  for (const { feedTimeMs } of heads.values()) newest = Math.max(newest, feedTimeMs);
  return newest;
}

/** Quotes every symbol immediately, whether or not its market is open, so that lists have no gaps at the start. */
function firstQuotes({ prices, random }: Simulation, { startedMs, heads }: RunBeginning): Quote[] {
  return [...prices.values()]
    .filter(({ listing }) => isOpenAt(listing, startedMs) || !heads.has(listing.instrument.symbol))
    .map((state) => simulatedQuote(state, { feedTimeMs: startedMs, minutes: 0 }, random));
}

/** The run's start and all its steps are within the day of `dayMs`. */
function runFrom(
  { dayMs, firstMs, stepMs }: { readonly dayMs: number; readonly firstMs: number; readonly stepMs: number },
  stepped: ReturnType<typeof stepper>,
): SimulatedRun {
  let nextMs = firstMs;
  return {
    day: marketDayOf(dayMs),
    stepMs,
    nextMs: () => nextMs,
    step: () => {
      const quotes = stepped(nextMs);
      nextMs += stepMs;
      return quotes;
    },
  };
}
