/**
 * Why a position was closed by its liquidation or by a level. Everything is read from the row, the journal of the closing and the
 * tape, so that the customer's receipt, support's message and the operators' drawing agree.
 */
import { formatAmount, fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import { endingFigures } from '@candor/domain/trading/ending.ts';
import type { EndingFigures } from '@candor/domain/trading/ending.ts';
import { figureIn } from '@candor/protocol/figure-in.ts';
import type { Language } from '@candor/protocol/languages.ts';
import { explainEnding } from '@candor/protocol/positions/explanations.ts';
import { explainedReasons } from '@candor/protocol/positions/close-reasons.ts';
import type { Pool } from '../db/pool.ts';
import { readJournalsOf } from '../ledger/statement.ts';
import { positionRef } from './effects.ts';
import { instrumentOf } from './market.ts';
import type { Instruments } from './market.ts';
import { positionOf } from './store.ts';
import type { CloseRecord, PositionRow } from './tables.ts';

type Reason = (typeof explainedReasons)[number];

export type Ending = {
  readonly row: PositionRow;
  readonly reason: Reason;
  readonly close: CloseRecord;
  readonly entry: { readonly price: Amount; readonly seq: bigint; readonly timeMs: number };
  readonly figures: EndingFigures;
  /**
   * The frozen amount that the closing released, and the amount returned to the account from which it came.
   */
  readonly margin: Amount;
  readonly paidBack: Amount;
  readonly level: Amount | null;
  /** The part of the loss that the house bore. */
  readonly covered: Amount;
  /** The smallest step of the instrument's price. */
  readonly tickSize: Amount;
};

type Deps = { readonly pool: Pool; readonly instruments: Instruments };

/** The last closing of a position. Refuses if it is open, or was closed on request. */
export async function endingOf(
  { pool, instruments }: Deps,
  at: { readonly book: bigint; readonly id: bigint },
): Promise<Outcome<Ending, 'trade_not_found' | 'order_state_wrong'>> {
  const row = await positionOf(pool, at);
  if (row === undefined) return refuse('trade_not_found', { field: 'id' });
  const close = row.closes.at(-1);
  const reason = explainedReasons.find((one) => one === close?.reason);
  const { entryPrice: price, entrySeq: seq, entryMs: timeMs } = row;
  const isEnded = row.status === 'closed' && price !== null && seq !== null && timeMs !== null;
  if (!isEnded || close === undefined || reason === undefined)
    return refuse('order_state_wrong', { field: 'id' });
  const journals = await readJournalsOf(pool, { book: at.book, ref: positionRef(at.id) });
  const booked = journals.find((one) => one.seq === close.journal_seq)?.postings ?? [];
  const sumOf = (accounts: readonly string[]): Amount =>
    booked.reduce((sum, one) => (accounts.includes(one.account) ? sum + fromNumeric(one.amount) : sum), 0n);
  const margin = -sumOf(['contract_frozen', 'promo_frozen']);
  const charge = fromNumeric(close.charge ?? '0');
  const instrument = instrumentOf(row, instruments);
  const figures = endingFigures(instrument, {
    ...{
      side: row.side,
      quantity: fromNumeric(close.quantity),
      entryPrice: price,
      rate: fromNumeric(close.rate),
    },
    ...{ margin, initialMargin: row.initialMargin, financing: fromNumeric(close.financing), charge },
    pnl: fromNumeric(close.pnl),
  });
  return ok({
    ...{ row, reason, close, figures, margin },
    entry: { price, seq, timeMs },
    paidBack: sumOf(['contract', 'promo']),
    level: levelOf(row, reason, figures),
    covered: fromNumeric(close.shortfall) - fromNumeric(close.offset ?? '0'),
    tickSize: instrument.tickSize,
  });
}

function levelOf(row: PositionRow, reason: Reason, { liquidationPrice }: EndingFigures): Amount | null {
  if (reason === 'close_out') return liquidationPrice;
  if (reason === 'take_profit') return row.takeProfit;
  return reason === 'trailing' ? null : row.stopPrice;
}

export function explainedView({ reason, ...ending }: Ending, language: Language) {
  return { reason, text: textOf({ reason, ...ending }, language) };
}

export function textOf(ending: Ending, language: Language): string {
  const { row, reason, close, entry, margin, level, paidBack } = ending;
  const figure = (placesMin: number) => figureIn(language, { placesMin, useGrouping: 'always' });
  const price = figure(formatAmount(ending.tickSize).split('.')[1]?.length ?? 0);
  const money = figure(2);
  const quantity = figure(0);
  return explainEnding(
    {
      ...{ reason, side: row.side, symbol: row.symbol, quantity: quantity(close.quantity) },
      ...{
        entry: price(formatAmount(entry.price)),
        opened: utc(entry.timeMs),
        margin: money(formatAmount(margin)),
      },
      level: level === null ? null : price(formatAmount(level)),
      distance: row.trailing === null ? null : price(formatAmount(row.trailing)),
      ...{ price: price(close.price), seq: close.tape_seq, closed: utc(close.time_ms) },
      ...{ result: money(close.pnl), fee: money(close.fee), financing: money(close.financing) },
      paid: money(formatAmount(paidBack)),
    },
    language,
  );
}

/** "2026-11-28 09:30:15 UTC". */
function utc(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
