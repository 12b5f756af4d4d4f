/** The default feed: a seeded market that runs offline, a few quotes a second for each symbol, within its session. */
import { sessionAt } from '@candor/domain/market/session.ts';
import type { Listing } from '../catalogue.ts';
import type { Feed, FeedStart } from './feed.ts';
import { LIVE_STALE_AFTER_MS } from './feed.ts';
import { modelNumber, simulatedQuote } from './simulated-quote.ts';
import type { Simulation } from './simulation.ts';
import { createSimulation } from './simulation.ts';

const STEP_MS = 250;
/** Steps that may wait for a slow database before the market skips quotes. */
const STEPS_WAITING_MAX = 4;

export type SimulatedOptions = {
  readonly seed: string;
  readonly listings: readonly Listing[];
  readonly quotesPerSecond: number;
  /** Market time. */
  readonly now: () => number;
};

/** Makes the feed; it begins where the tape stands, or at the starting prices. */
export function simulatedFeed(options: SimulatedOptions): Feed {
  let timer: NodeJS.Timeout | undefined;
  return {
    name: 'simulated',
    symbols: options.listings.map((listing) => listing.instrument.symbol),
    timing: 'clock',
    staleAfterMs: () => LIVE_STALE_AFTER_MS,
    start: async (sink, heads) => {
      const now = neverBack(options.now, heads);
      const simulation = simulationFrom(options, heads);
      const stepped = stepper(simulation, options);
      // Every symbol has a price at once, open or not, so that no list starts with gaps.
      await sink.offer(
        [...simulation.prices.values()]
          .filter((state) => isOpenAt(state.listing, now()) || !heads.has(state.listing.instrument.symbol))
          .map((state) => simulatedQuote(state, { feedTimeMs: now(), minutes: 0 }, simulation.random)),
      );
      let waiting = 0;
      timer = setInterval(() => {
        if (waiting >= STEPS_WAITING_MAX) return;
        const quotes = stepped(now());
        if (quotes.length === 0) return;
        waiting += 1;
        void sink.offer(quotes).finally(() => {
          waiting -= 1;
        });
      }, STEP_MS);
    },
    stop: async () => {
      clearInterval(timer);
    },
  };
}

/** A machine's clock may be set back; the market's own time waits until it has caught up. */
function neverBack(now: () => number, heads: ReadonlyMap<string, FeedStart>): () => number {
  let latest = 0;
  for (const head of heads.values()) latest = Math.max(latest, head.feedTimeMs);
  return () => {
    latest = Math.max(latest, now());
    return latest;
  };
}

/** The market as the tape left it. Where it goes from there depends on the seed and on the tape alone. */
export function simulationFrom(
  options: Pick<SimulatedOptions, 'seed' | 'listings'>,
  heads: ReadonlyMap<string, FeedStart>,
): Simulation {
  let entries = 0n;
  for (const head of heads.values()) entries += head.seq;
  return createSimulation({
    seed: `${options.seed}:live:${entries}`,
    listings: options.listings,
    priceOf: (listing) => {
      const head = heads.get(listing.instrument.symbol);
      return head === undefined ? undefined : modelNumber((head.bid + head.ask) / 2n);
    },
  });
}

/**
 * One step of market: moves all open symbols and quotes some of them, at random but at the rate asked for. Cross rates and
 * their legs quote together, so that the tape never shows one of them ahead of the others.
 */
export function stepper(
  simulation: Simulation,
  options: Pick<SimulatedOptions, 'quotesPerSecond'>,
): (nowMs: number) => ReturnType<typeof simulatedQuote>[] {
  const chance = Math.min(1, (options.quotesPerSecond * STEP_MS) / 1000);
  const states = [...simulation.prices.values()];
  const together = new Set(
    states.flatMap(({ listing: { instrument, behaviour } }) =>
      'legs' in behaviour ? [instrument.symbol, ...behaviour.legs] : [],
    ),
  );
  return (nowMs) => {
    const isOpen = (listing: Listing): boolean => isOpenAt(listing, nowMs);
    simulation.step(STEP_MS, isOpen);
    const moment = { feedTimeMs: nowMs, minutes: 1 / 60 / options.quotesPerSecond };
    const togetherNow = simulation.random.next() < chance;
    const quotesNow = (symbol: string): boolean =>
      together.has(symbol) ? togetherNow : simulation.random.next() < chance;
    return states
      .filter(({ listing }) => isOpen(listing) && quotesNow(listing.instrument.symbol))
      .map((state) => simulatedQuote(state, moment, simulation.random));
  };
}

function isOpenAt(listing: Listing, timeMs: number): boolean {
  return sessionAt(listing.instrument.calendar, timeMs).open;
}
