/**
 * Generates a history for a new demo: candles from before the first quote, produced by the market's model and marked as
 * simulated. There are days for two years, quarter hours for the last month, and minutes for the last three days. Where periods
 * overlap, longer candles are rolled up from shorter ones. The paths end at the starting prices of the live market. No order was
 * ever filled at these prices.
 */
import type { Candle } from '@candor/domain/market/candle.ts';
import { periodStart, periodsMs, rollUp } from '@candor/domain/market/candle.ts';
import { DAY_MS, MINUTE_MS } from '@candor/domain/time.ts';
import type { Calendar } from '@candor/domain/market/session.ts';
import { sessionAt } from '@candor/domain/market/session.ts';
import type { Listing } from '../catalogue.ts';
import { onStep } from './simulated-quote.ts';
import type { Simulation } from './simulation.ts';
import { createSimulation } from './simulation.ts';

const QUARTER_HOUR_MS = periodsMs['15m'];
const DAYS = 730;
const QUARTER_HOUR_DAYS = 30;
const MINUTE_DAYS = 3;
/** The number of moves within a candle, which determine its high and low. */
const MOVES = 4;
const HOURS_A_DAY = 24;

export type History = {
  readonly symbol: string;
  /** Candles of each stored period, oldest first. None extends beyond the end. */
  readonly periods: readonly { readonly periodMs: number; readonly candles: readonly Candle[] }[];
};

type Draft = { startMs: number; open: number; high: number; low: number; close: number; volume: number };
type Drafts = Map<string, Draft[]>;

/** Returns the simulated history of every listing up to the minute of `endMs`. */
export function simulateHistory(options: {
  readonly seed: string;
  readonly listings: readonly Listing[];
  readonly endMs: number;
}): History[] {
  const { listings } = options;
  const simulation = createSimulation({ seed: `${options.seed}:past`, listings });
  const endMs = periodStart(options.endMs, MINUTE_MS);
  const minutesFrom = periodStart(endMs, DAY_MS) - MINUTE_DAYS * DAY_MS;
  const quartersFrom = periodStart(endMs, DAY_MS) - QUARTER_HOUR_DAYS * DAY_MS;
  const daysFrom = periodStart(endMs, DAY_MS) - DAYS * DAY_MS;
  const days = walk(simulation, { fromMs: daysFrom, toMs: quartersFrom, periodMs: DAY_MS });
  const quarters = walk(simulation, { fromMs: quartersFrom, toMs: minutesFrom, periodMs: QUARTER_HOUR_MS });
  const minutes = walk(simulation, { fromMs: minutesFrom, toMs: endMs, periodMs: MINUTE_MS });
  return listings.map((listing) => {
    const { symbol } = listing.instrument;
    const ended = simulation.prices.get(symbol)?.price ?? 1;
    const scale = listing.behaviour.startPrice / ended;
    const exact = (drafts: Drafts): Candle[] =>
      (drafts.get(symbol) ?? []).map((draft) => candleOf(draft, listing, scale));
    const ofMinutes = exact(minutes);
    const ofQuarters = [...exact(quarters), ...finished(ofMinutes, QUARTER_HOUR_MS, endMs)];
    const ofDays = [...exact(days), ...finished(ofQuarters, DAY_MS, endMs)];
    return {
      symbol,
      periods: [
        { periodMs: MINUTE_MS, candles: ofMinutes },
        { periodMs: QUARTER_HOUR_MS, candles: ofQuarters },
        { periodMs: DAY_MS, candles: ofDays },
      ],
    };
  });
}

/** Rolls up minutes, but leaves out the candle that the tape has yet to finish. */
function finished(candles: readonly Candle[], periodMs: number, endMs: number): Candle[] {
  return rollUp(candles, periodMs).filter((candle) => candle.startMs + periodMs <= endMs);
}

/** Runs the market over a period of time in candles of one length. A closed market yields no candles. */
function walk(
  simulation: Simulation,
  span: { readonly fromMs: number; readonly toMs: number; readonly periodMs: number },
): Drafts {
  const drafts: Drafts = new Map([...simulation.prices.keys()].map((symbol) => [symbol, []]));
  for (let startMs = span.fromMs; startMs < span.toMs; startMs += span.periodMs) {
    const share = openShares(startMs, span.periodMs);
    const isOpen = (listing: Listing): boolean => share[listing.instrument.calendar] > 0;
    const current = new Map<string, Draft>();
    for (let at = 0; at < MOVES; at += 1) {
      simulation.step(span.periodMs / MOVES, isOpen);
      for (const [symbol, state] of simulation.prices) {
        if (isOpen(state.listing)) grow(current, { symbol, startMs, price: state.price });
      }
    }
    for (const [symbol, draft] of current) {
      const state = simulation.prices.get(symbol);
      if (state === undefined) continue;
      const minutes = (span.periodMs / MINUTE_MS) * share[state.listing.instrument.calendar];
      const busy = state.heat * (0.6 + 0.8 * simulation.random.next());
      draft.volume = state.listing.behaviour.minuteVolume * minutes * busy;
      drafts.get(symbol)?.push(draft);
    }
  }
  return joined(drafts);
}

/** Returns the share of the time during which each calendar is open, sampled by the hour. */
function openShares(startMs: number, periodMs: number): Readonly<Record<Calendar, number>> {
  const looks = periodMs >= DAY_MS ? HOURS_A_DAY : 1;
  const shareOf = (calendar: Calendar): number => {
    let open = 0;
    for (let look = 0; look < looks; look += 1) {
      if (sessionAt(calendar, startMs + (look * periodMs) / looks).open) open += 1;
    }
    return open / looks;
  };
  return { always: 1, forex: shareOf('forex'), metal: shareOf('metal') };
}

function grow(current: Map<string, Draft>, move: { symbol: string; startMs: number; price: number }): void {
  const { price, startMs } = move;
  const draft = current.get(move.symbol);
  if (draft === undefined) {
    current.set(move.symbol, { startMs, open: price, high: price, low: price, close: price, volume: 0 });
    return;
  }
  draft.high = Math.max(draft.high, price);
  draft.low = Math.min(draft.low, price);
  draft.close = price;
}

/** Makes each candle open at the close of the previous one. */
function joined(drafts: Drafts): Drafts {
  for (const candles of drafts.values()) {
    for (const [at, draft] of candles.entries()) {
      const before = candles[at - 1];
      if (before === undefined) continue;
      draft.open = before.close;
      draft.high = Math.max(draft.high, draft.open);
      draft.low = Math.min(draft.low, draft.open);
    }
  }
  return drafts;
}

function candleOf(draft: Draft, listing: Listing, scale: number): Candle {
  const { tickSize, quantityStep } = listing.instrument;
  const price = (value: number) => onStep(value * scale, tickSize);
  return {
    startMs: draft.startMs,
    open: price(draft.open),
    high: price(draft.high),
    low: price(draft.low),
    close: price(draft.close),
    volume: onStep(draft.volume, quantityStep),
  };
}
