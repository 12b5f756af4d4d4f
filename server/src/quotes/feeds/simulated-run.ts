/**
 * A run of the simulated market: its quotes, step by step, each at the time that the run's beginning gives it. A run that a
 * process left is continued, so that no restart gives the market other numbers than it would have had.
 */
import type { Quote } from '@candor/domain/market/quote.ts';
import type { Listing } from '../catalogue.ts';
import { marketDayOf } from '../market-days.ts';
import type { FeedStart } from './feed.ts';
import { simulatedQuote } from './simulated-quote.ts';
import type { Simulation } from './simulation.ts';
import { STEP_MS, isOpenAt, simulationFrom, stepper } from './stepper.ts';

/** What a run is made from: its day's key, its first time, and the tapes as they stood then. */
export type RunBeginning = {
  readonly seed: string;
  readonly startedMs: number;
  readonly heads: ReadonlyMap<string, FeedStart>;
};

export type RunOptions = { readonly listings: readonly Listing[]; readonly quotesPerSecond: number };

export type SimulatedRun = {
  readonly day: string;
  /** When the next step is. */
  nextMs(): number;
  /** Makes the next step. */
  step(): Quote[];
};

/** Begins a run, with the quotes that stand before its first step. */
export function beginRun(
  beginning: RunBeginning,
  options: RunOptions,
): { readonly run: SimulatedRun; readonly first: readonly Quote[] } {
  const simulation = simulationFrom({ seed: beginning.seed, listings: options.listings }, beginning.heads);
  const first = firstQuotes(simulation, beginning);
  return { run: runFrom(beginning.startedMs + STEP_MS, stepper(simulation, options)), first };
}

/**
 * Continues a run behind what the tapes hold of it; undefined where they do not end as the run says, because it was made at
 * another pace or something else has quoted since.
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
  return runFrom(lastMs + STEP_MS, stepped);
}

/** The latest time that any tape has from its feed. */
export function newestMs(heads: ReadonlyMap<string, FeedStart>): number {
  let newest = 0;
  for (const { feedTimeMs } of heads.values()) newest = Math.max(newest, feedTimeMs);
  return newest;
}

/** Every symbol has a price at once, open or not, so that no list starts with gaps. */
function firstQuotes({ prices, random }: Simulation, { startedMs, heads }: RunBeginning): Quote[] {
  return [...prices.values()]
    .filter(({ listing }) => isOpenAt(listing, startedMs) || !heads.has(listing.instrument.symbol))
    .map((state) => simulatedQuote(state, { feedTimeMs: startedMs, minutes: 0 }, random));
}

function runFrom(firstMs: number, stepped: ReturnType<typeof stepper>): SimulatedRun {
  let nextMs = firstMs;
  return {
    // Its first time and every step of it lie in one day.
    day: marketDayOf(firstMs - STEP_MS),
    nextMs: () => nextMs,
    step: () => {
      const quotes = stepped(nextMs);
      nextMs += STEP_MS;
      return quotes;
    },
  };
}
