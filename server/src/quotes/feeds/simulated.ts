/**
 * The default feed: a market that runs offline, a few quotes a second for each symbol, within its session. Each market day has
 * a key of its own, and so has each start; nobody who lacks the day's key can tell what comes next.
 */
import { sessionAt } from '@candor/domain/market/session.ts';
import type { Listing } from '../catalogue.ts';
import { marketDayOf } from '../market-days.ts';
import type { MarketRun } from '../market-days.ts';
import type { Feed, FeedStart } from './feed.ts';
import { LIVE_STALE_AFTER_MS } from './feed.ts';
import { modelNumber, simulatedQuote } from './simulated-quote.ts';
import type { Simulation } from './simulation.ts';
import { createSimulation } from './simulation.ts';

const STEP_MS = 250;
/** Twice the time between two quotes of a symbol: what is quoted together says all that anybody can know until then. */
const FILL_AGE_MS = 1_000;
/** Steps that may wait for a slow database before the market skips quotes. */
const STEPS_WAITING_MAX = 4;
/** So many steps in a row may find that the day they began is over before it is said. */
const FAILURES_TOLD = 4;

export type SimulatedOptions = {
  /** Binds the day's key and answers it, before anything is quoted from it. */
  readonly beginRun: (run: MarketRun) => Promise<string>;
  /** The tapes as they stand, once what was offered is on them. */
  readonly headsNow: () => Promise<ReadonlyMap<string, FeedStart>>;
  readonly report: (text: string) => void;
  readonly listings: readonly Listing[];
  readonly quotesPerSecond: number;
  /** How old a quote may be to be filled at; twice the time between two when absent. */
  readonly fillAgeMs?: number | undefined;
  /** Market time. */
  readonly now: () => number;
};

/** Makes the feed; it begins where the tape stands, or at the starting prices. */
export function simulatedFeed(options: SimulatedOptions): Feed {
  let timer: NodeJS.Timeout | undefined;
  let changed: Promise<void> = Promise.resolve();
  return {
    name: 'simulated',
    symbols: options.listings.map((listing) => listing.instrument.symbol),
    timing: 'clock',
    staleAfterMs: () => LIVE_STALE_AFTER_MS,
    fillAgeMs: () => options.fillAgeMs ?? FILL_AGE_MS,
    start: async (sink, heads) => {
      const now = neverBack(options.now, heads);
      const begin = async (from: ReadonlyMap<string, FeedStart>) => {
        const timeMs = now();
        const seed = await options.beginRun({ timeMs, heads: from });
        const simulation = simulationFrom({ seed, listings: options.listings }, from);
        const stepped = stepper(simulation, options);
        // Every symbol has a price at once, open or not, so that no list starts with gaps.
        await sink.offer(
          [...simulation.prices.values()]
            .filter((state) => isOpenAt(state.listing, timeMs) || !from.has(state.listing.instrument.symbol))
            .map((state) => simulatedQuote(state, { feedTimeMs: timeMs, minutes: 0 }, simulation.random)),
        );
        return { day: marketDayOf(timeMs), stepped };
      };
      let run = await begin(heads);
      let waiting = 0;
      let changing = false;
      let failures = 0;
      const change = (): void => {
        changing = true;
        changed = options
          .headsNow()
          .then(begin)
          .then(
            (next) => {
              run = next;
              failures = 0;
            },
            // A clock that is set forward in leaps meanwhile has the day begin at a later step.
            (error: Error) => {
              failures += 1;
              if (failures > FAILURES_TOLD)
                options.report(`the market's next day could not begin: ${error.message}`);
            },
          )
          .finally(() => (changing = false));
      };
      timer = setInterval(() => {
        if (changing || waiting >= STEPS_WAITING_MAX) return;
        const nowMs = now();
        if (marketDayOf(nowMs) !== run.day) {
          if (waiting === 0) change();
          return;
        }
        const quotes = run.stepped(nowMs);
        if (quotes.length === 0) return;
        waiting += 1;
        void sink.offer(quotes).finally(() => {
          waiting -= 1;
        });
      }, STEP_MS);
    },
    stop: async () => {
      clearInterval(timer);
      await changed;
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

/** The market as the tape left it. Where it goes from there depends on the seed (a day's key) and on the tape alone. */
export function simulationFrom(
  options: { readonly seed: string; readonly listings: readonly Listing[] },
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
 * One step of market: moves all open symbols and quotes some of them, at a steady pace. What shares a factor quotes in the
 * same step, cross rates and their legs too, so that the tape never shows in one of them what another is still to show.
 */
export function stepper(
  simulation: Simulation,
  options: Pick<SimulatedOptions, 'quotesPerSecond'>,
): (nowMs: number) => ReturnType<typeof simulatedQuote>[] {
  const perStep = Math.min(1, (options.quotesPerSecond * STEP_MS) / 1000);
  const states = [...simulation.prices.values()];
  const groups = quotedTogether(states.map(({ listing }) => listing));
  let step = 0;
  return (nowMs) => {
    const isOpen = (listing: Listing): boolean => isOpenAt(listing, nowMs);
    simulation.step(STEP_MS, isOpen);
    step += 1;
    // The groups take turns, so that a slower pace spreads them over the steps.
    const quotesNow = (group: number): boolean => {
      const turn = step + group;
      return Math.floor(turn * perStep) > Math.floor((turn - 1) * perStep);
    };
    const moment = { feedTimeMs: nowMs, minutes: 1 / 60 / options.quotesPerSecond };
    return states
      .filter(({ listing }) => isOpen(listing) && quotesNow(groups.get(listing.instrument.symbol) as number))
      .map((state) => simulatedQuote(state, moment, simulation.random));
  };
}

/** The group of each symbol: who shares a factor with somebody of a group, or is made of them, is of that group. */
function quotedTogether(listings: readonly Listing[]): ReadonlyMap<string, number> {
  const groups: { readonly symbols: Set<string>; readonly ties: Set<string> }[] = [];
  for (const { instrument, behaviour } of listings) {
    const ties = new Set([
      instrument.symbol,
      ...('legs' in behaviour ? behaviour.legs : Object.keys(behaviour.loads)),
    ]);
    const symbols = new Set([instrument.symbol]);
    // Whatever it ties together becomes one.
    for (const tied of groups.filter((group) => [...ties].some((tie) => group.ties.has(tie)))) {
      for (const symbol of tied.symbols) symbols.add(symbol);
      for (const tie of tied.ties) ties.add(tie);
      groups.splice(groups.indexOf(tied), 1);
    }
    groups.push({ symbols, ties });
  }
  return new Map(groups.flatMap(({ symbols }, at) => [...symbols].map((symbol) => [symbol, at] as const)));
}

function isOpenAt(listing: Listing, timeMs: number): boolean {
  return sessionAt(listing.instrument.calendar, timeMs).open;
}
