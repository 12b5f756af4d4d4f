/** An instrument with its latest quote and the day's figures, as lists show it. */
import { sessionAt } from '@candor/domain/market/session.ts';
import type { ContractInstrument, Instrument, InstrumentAt } from '@candor/domain/market/instrument.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Candles } from './candles.ts';
import type { Listing } from './catalogue.ts';
import type { MarketClock } from './clock.ts';
import type { Latest, LatestQuotes } from './latest.ts';
import { isStale, quotedBy } from './latest.ts';

export type MarketView = {
  readonly latest: Pick<LatestQuotes, 'get'>;
  readonly candles: Pick<Candles, 'day'>;
  readonly clock: Pick<MarketClock, 'now' | 'base'>;
  readonly wallNow: () => number;
  /** Whether the published terms allow new orders for a symbol; true by default. */
  readonly offered?: (symbol: string) => boolean;
  /** The current terms. By default, those of the configuration. */
  readonly termsAt?: InstrumentAt;
};

type Quotation = CallOutput<'GET currency/quotation_new'>[number];

/** Returns whether an instrument can be traded now, the reason if not, and when its session reopens (Unix time in seconds). */
export function sessionView(
  instrument: Pick<Instrument, 'calendar' | 'symbol'>,
  { latest, clock, wallNow }: Omit<MarketView, 'candles'>,
): Pick<Quotation, 'open' | 'closed_because' | 'reopens_at'> {
  const at = { wallMs: wallNow(), marketMs: clock.now(), speed: clock.base().speed };
  const session = sessionAt(instrument.calendar, at.marketMs);
  const newest = latest.get(instrument.symbol);
  const stale = newest === undefined || isStale(newest, at);
  const closed = session.open ? (stale ? 'stale' : null) : 'session';
  return {
    open: closed === null,
    closed_because: closed,
    reopens_at: session.reopensAtMs === null ? null : Math.ceil(session.reopensAtMs / 1000),
  };
}

/** Returns the quotation of a listing, or undefined before the first quote. */
export function quotationOf({ instrument }: Listing, view: MarketView): Quotation | undefined {
  const newest = view.latest.get(instrument.symbol);
  return newest && quotation(countingNow(instrument, view), newest, view);
}

export function countingNow(
  instrument: ContractInstrument,
  { termsAt, wallNow }: Pick<MarketView, 'termsAt' | 'wallNow'>,
): ContractInstrument {
  return termsAt?.(instrument, wallNow()) ?? instrument;
}

function quotation(instrument: Instrument, { entry }: Latest, view: MarketView): Quotation {
  const day = view.candles.day(instrument.symbol);
  const { seq, timeMs } = quotedBy(entry);
  return {
    symbol: instrument.symbol,
    kind: instrument.kind,
    base: instrument.base,
    quote: instrument.quote,
    bid: formatAmount(entry.bid),
    ask: formatAmount(entry.ask),
    last: formatAmount(entry.last),
    change_24h: formatAmount(day?.changePercent ?? 0n),
    high_24h: formatAmount(day?.high ?? entry.last),
    low_24h: formatAmount(day?.low ?? entry.last),
    volume_24h: formatAmount(day?.volume ?? 0n),
    ...sessionView(instrument, view),
    offered: view.offered?.(instrument.symbol) ?? true,
    tape_seq: Number(seq),
    time: Math.floor(timeMs / 1000),
    spot: instrument.spot,
    tick_size: formatAmount(instrument.tickSize),
    quantity_step: formatAmount(instrument.quantityStep),
    quantity_min: formatAmount(instrument.quantityMin),
    quantity_max: formatAmount(instrument.quantityMax),
    spot_fee_rate: formatAmount(instrument.spotFeeRate),
    spark: (day?.spark ?? [entry.last]).map(formatAmount),
  };
}
