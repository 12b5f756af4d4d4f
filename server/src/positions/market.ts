/**
 * The market as a command's transaction sees it. A price is tradable if its session is open, the price is fresh, and the
 * engine's firings have caught up with it.
 */
import { rateSymbolOf } from '@candor/domain/market/conversion.ts';
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import { sessionAt } from '@candor/domain/market/session.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ONE } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { Facts, Head } from '../commands/command.ts';
import { LIMITS } from '../limits.ts';
import type { PositionRow } from './tables.ts';

export type Instruments = ReadonlyMap<string, ContractInstrument>;

/** Returns the instrument with the rates agreed in the row instead of the rates for new orders. */
export function instrumentOf(row: PositionRow, instruments: Instruments): ContractInstrument {
  const instrument = instruments.get(row.symbol);
  if (instrument === undefined) throw new Error(`expected an instrument ${row.symbol}, found none`);
  return {
    ...instrument,
    contractFeeRate: row.feeRate,
    financingLongRate: row.financingRate,
    financingShortRate: row.financingRate,
  };
}

export type MarketRefusal = 'market_closed_until' | 'trading_closed' | 'busy';

/**
 * Returns the head to trade at, or the reason for a refusal: the session is closed, the price is stale or missing, or the engine
 * lags too far behind.
 */
export function tradableHead(instrument: ContractInstrument, facts: Facts): Outcome<Head, MarketRefusal> {
  const session = sessionAt(instrument.calendar, facts.nowMs);
  if (!session.open) {
    const reopensAt = Math.ceil((session.reopensAtMs ?? facts.nowMs) / 1000);
    return refuse('market_closed_until', { field: 'symbol', params: { reopens_at: reopensAt.toString() } });
  }
  const head = facts.head(instrument.symbol);
  if (head === undefined || head.stale) return refuse('trading_closed', { field: 'symbol' });
  if (head.lagging) return refuse('busy');
  return ok(head);
}

/**
 * Returns the violation if the published terms allow no new orders for the instrument. Customers can still close and protect open
 * positions, and cancel orders.
 */
export function closedViolation({ symbol }: Pick<ContractInstrument, 'symbol'>, facts: Facts) {
  return facts.head(symbol)?.closed === true ? refuse('pair_not_active', { field: 'symbol' }) : undefined;
}

/** A published rate, with its tape entry and time. A currency at par has neither. */
export type RateNow = { readonly rate: Amount; readonly rateSeq: bigint | null; readonly timeMs: number };

/** Returns the last published rate of the instrument's quote currency in USDT, or undefined before the first publication. */
export function rateNow(instrument: ContractInstrument, facts: Facts): RateNow | undefined {
  const symbol = rateSymbolOf(instrument.quote);
  if (symbol === null) return { rate: ONE, rateSeq: null, timeMs: 0 };
  const head = facts.head(symbol);
  if (head === undefined || head.seq === 0n) return undefined;
  return { rate: head.last, rateSeq: head.seq, timeMs: head.timeMs };
}

/** Returns a function for the newest entry of a symbol's tape. Parts armed now can fire only after that entry. */
export function headSeqOf(facts: Facts): (symbol: string) => bigint {
  return (symbol) => facts.head(symbol)?.seq ?? 0n;
}

/**
 * Whether a request takes effect immediately, as a market order would fill: the newest entry is so fresh that no newer one can
 * be in flight.
 */
export function isFresh(symbol: string, facts: Facts): boolean {
  return facts.head(symbol)?.aged === false;
}

/** Whether no quote can be in flight, because the session has been closed for at least the longest wait for a fill. */
export function isLongClosed(instrument: ContractInstrument, facts: Facts): boolean {
  const { nowMs } = facts;
  return [nowMs, nowMs - LIMITS.trading.fillWaitMarketMs].every(
    (timeMs) => !sessionAt(instrument.calendar, timeMs).open,
  );
}

/** Whether the instrument's session is closed now. Prices don't move then, so levels may be compared with the last one. */
export function isSessionClosed(instrument: ContractInstrument, facts: Facts): boolean {
  return !sessionAt(instrument.calendar, facts.nowMs).open;
}
