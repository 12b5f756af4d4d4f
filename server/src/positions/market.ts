/** The market as a command's transaction reads it: a price that is open, fresh and not ahead of what has to fire. */
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

/** The instrument as its customer agreed to it: with the row's own rates, whatever counts for new orders by now. */
export function instrumentOf(row: PositionRow, instruments: Instruments): ContractInstrument {
  const instrument = instruments.get(row.symbol);
  if (instrument === undefined) throw new Error(`no instrument ${row.symbol}`);
  return {
    ...instrument,
    contractFeeRate: row.feeRate,
    financingLongRate: row.financingRate,
    financingShortRate: row.financingRate,
  };
}

export type MarketRefusal = 'market_closed_until' | 'trading_closed' | 'busy';

/** The head to trade at, or why there is none: outside its session, stale or absent, or too far ahead of the engine. */
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

/** Published terms let nothing new be opened on it; what is open is closed, cancelled and protected as ever. */
export function closedViolation({ symbol }: Pick<ContractInstrument, 'symbol'>, facts: Facts) {
  return facts.head(symbol)?.closed === true ? refuse('pair_not_active', { field: 'symbol' }) : undefined;
}

/** A published rate: what it is, the entry that it stands in and when that was; at par it stands in none. */
export type RateNow = { readonly rate: Amount; readonly rateSeq: bigint | null; readonly timeMs: number };

/** USDT for one unit of the instrument's quote currency as it was published last; absent before the first. */
export function rateNow(instrument: ContractInstrument, facts: Facts): RateNow | undefined {
  const symbol = rateSymbolOf(instrument.quote);
  if (symbol === null) return { rate: ONE, rateSeq: null, timeMs: 0 };
  const head = facts.head(symbol);
  if (head === undefined || head.seq === 0n) return undefined;
  return { rate: head.last, rateSeq: head.seq, timeMs: head.timeMs };
}

/** The newest entry of a symbol's tape, from which what is armed now counts. */
export function headSeqOf(facts: Facts): (symbol: string) => bigint {
  return (symbol) => facts.head(symbol)?.seq ?? 0n;
}

/** Whether what is asked for now counts at once, as an order at market fills at once: nothing newer can be under way. */
export function isFresh(symbol: string, facts: Facts): boolean {
  return facts.head(symbol)?.aged === false;
}

/** Whether no quote can be under way because none is made: its session has been closed for as long as anything waits. */
export function isLongClosed(instrument: ContractInstrument, facts: Facts): boolean {
  const { nowMs } = facts;
  return [nowMs, nowMs - LIMITS.trading.fillWaitMarketMs].every(
    (timeMs) => !sessionAt(instrument.calendar, timeMs).open,
  );
}

/** Whether the instrument's session is closed now: prices stand still, and so may levels be changed at them. */
export function isSessionClosed(instrument: ContractInstrument, facts: Facts): boolean {
  return !sessionAt(instrument.calendar, facts.nowMs).open;
}
