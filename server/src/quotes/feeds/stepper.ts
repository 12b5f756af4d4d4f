/** Steps the simulated market: continues it from the tape, and schedules its quotes. */
import { sessionAt } from '@candor/domain/market/session.ts';
import type { Quote } from '@candor/domain/market/quote.ts';
import { MINUTE_MS } from '@candor/domain/time.ts';
import type { Listing } from '../catalogue.ts';
import type { FeedStart } from './feed.ts';
import { modelNumber, passQuote, simulatedQuote } from './simulated-quote.ts';
import type { Simulation } from './simulation.ts';
import { createSimulation } from './simulation.ts';

/** The interval between the steps of a run that keeps up with the clock. */
export const STEP_MS = 250;

/** Returns the market as the tape left it. Its continuation depends only on the seed (a day's key) and the tape. */
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
 * Makes one step of the market: moves all open symbols and quotes some of them, at a steady rate. Symbols that share a factor are
 * quoted in the same step, and so are cross rates and their legs, so that no symbol reveals on the tape a move that another has
 * yet to show. A step that was already quoted is skipped: it draws the same random numbers but makes no quotes.
 */
export function stepper(
  simulation: Simulation,
  { quotesPerSecond, stepMs = STEP_MS }: { readonly quotesPerSecond: number; readonly stepMs?: number },
): (nowMs: number, isPassed?: boolean) => Quote[] {
  const perStep = Math.min(1, (quotesPerSecond * stepMs) / 1000);
  // In a run with longer steps, every step quotes every open symbol, for the whole step.
  const minutes = perStep < 1 ? 1 / 60 / quotesPerSecond : stepMs / MINUTE_MS;
  const states = [...simulation.prices.values()];
  const groups = quotedTogether(states.map(({ listing }) => listing));
  const isOpenIn = sessionsByMinute();
  let step = 0;
  return (nowMs, isPassed = false) => {
    const isOpen = (listing: Listing): boolean => isOpenIn(listing, nowMs);
    simulation.step(stepMs, isOpen);
    step += 1;
    // The groups take turns, so that at a lower rate they are spread over the steps.
    const quotesNow = (group: number): boolean => {
      const turn = step + group;
      return Math.floor(turn * perStep) > Math.floor((turn - 1) * perStep);
    };
    const moment = { feedTimeMs: nowMs, minutes };
    const quoted = states.filter(
      ({ listing }) => isOpen(listing) && quotesNow(groups.get(listing.instrument.symbol) as number),
    );
    if (!isPassed) return quoted.map((state) => simulatedQuote(state, moment, simulation.random));
    for (const _ of quoted) passQuote(simulation.random);
    return [];
  };
}

/** The state is cached per minute, because sessions begin and end on whole minutes and a day has many steps. */
function sessionsByMinute(): typeof isOpenAt {
  let minute = 0;
  let open = new Map<string, boolean>();
  return (listing, timeMs) => {
    const { calendar } = listing.instrument;
    if (Math.floor(timeMs / MINUTE_MS) !== minute) {
      minute = Math.floor(timeMs / MINUTE_MS);
      open = new Map();
    }
    const known = open.get(calendar) ?? isOpenAt(listing, timeMs);
    open.set(calendar, known);
    return known;
  };
}

/** Returns the group of each symbol. Symbols that share a factor are in the same group, and so are crosses and their legs. */
function quotedTogether(listings: readonly Listing[]): ReadonlyMap<string, number> {
  const groups: { readonly symbols: Set<string>; readonly ties: Set<string> }[] = [];
  for (const { instrument, behaviour } of listings) {
    const ties = new Set([
      instrument.symbol,
      ...('legs' in behaviour ? behaviour.legs : Object.keys(behaviour.loads)),
    ]);
    const symbols = new Set([instrument.symbol]);
    // Merges all groups that the symbol connects.
    for (const tied of groups.filter((group) => [...ties].some((tie) => group.ties.has(tie)))) {
      for (const symbol of tied.symbols) symbols.add(symbol);
      for (const tie of tied.ties) ties.add(tie);
      groups.splice(groups.indexOf(tied), 1);
    }
    groups.push({ symbols, ties });
  }
  return new Map(groups.flatMap(({ symbols }, at) => [...symbols].map((symbol) => [symbol, at] as const)));
}

export function isOpenAt(listing: Listing, timeMs: number): boolean {
  return sessionAt(listing.instrument.calendar, timeMs).open;
}
