/**
 * Computes the profit or loss of customers' open positions if all of them closed at the newest quotes, or had closed at a past
 * time. It is part of the customer's equity.
 */
import type { Quote } from '@candor/domain/market/quote.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { fromNumeric } from '@candor/domain/money/amount.ts';
import { closingPrice, ownOpenProfit, profitAt } from '@candor/domain/trading/contract.ts';
import { asText } from '../db/as-text.ts';
import type { Pool } from '../db/pool.ts';
import { instrumentOf } from './market.ts';
import type { Instruments } from './market.ts';
import { positions } from './tables.ts';
import type { PositionRow } from './tables.ts';

const PAGE = 500;

type TwoSided = Pick<Quote, 'bid' | 'ask'>;

export type OpenProfitDeps = {
  readonly pool: Pool;
  readonly instruments: Instruments;
  readonly quoteOf: (symbol: string) => TwoSided | undefined;
};

/** Returns the profits in USDT, before fees and financing. Positions in a symbol without a quote count as zero. */
export async function openProfitsOf(
  { pool, instruments, quoteOf }: OpenProfitDeps,
  books: readonly bigint[],
): Promise<ReadonlyMap<bigint, Amount>> {
  const sums = new Map<bigint, Amount>();
  let after: readonly [bigint, bigint] = [-1n, -1n];
  for (;;) {
    const found = await pool.query<Record<string, string | null>>({
      name: 'open-positions-of-books',
      text: `select * from position p where p.book = any($1::bigint[]) and p.status in ('open', 'closing')
          and (p.book, p.id) > ($2, $3) order by p.book, p.id limit $4`,
      values: [books.map(String), ...after, PAGE],
      types: asText,
    });
    for (const row of found.rows.map(positions.read)) {
      after = [row.book, row.id];
      const held = { quantity: row.openQuantity, rate: row.rate };
      sums.set(row.book, (sums.get(row.book) ?? 0n) + ownProfit(row, held, { instruments, quoteOf }));
    }
    if (found.rows.length < PAGE) return sums;
  }
}

type Held = { readonly quantity: Amount; readonly rate: Amount };

function ownProfit(
  row: PositionRow,
  held: Held,
  { instruments, quoteOf }: Pick<OpenProfitDeps, 'instruments' | 'quoteOf'>,
): Amount {
  const quote = quoteOf(row.symbol);
  const { side, entryPrice, collateral } = row;
  if (quote === undefined || entryPrice === null || held.quantity === 0n) return 0n;
  const terms = instrumentOf(row, instruments);
  const { pnl } = profitAt(terms, { side, entryPrice, ...held }, closingPrice(side, quote));
  return ownOpenProfit(pnl, collateral);
}

/** Returns a book's positions that were open just before one of the times, which are by the market clock. */
export async function readOpenAt(
  pool: Pick<Pool, 'query'>,
  { book, timesMs }: { readonly book: bigint; readonly timesMs: readonly number[] },
): Promise<readonly PositionRow[]> {
  const rows: PositionRow[] = [];
  for (;;) {
    const found = await pool.query<Record<string, string | null>>({
      name: 'positions-open-at',
      text: `select p.* from position p where p.book = $1 and p.id > $3 and p.collateral = 'contract' and p.reduces is null
          and exists (select from unnest($2::bigint[]) as t (ms)
            where p.entry_ms < t.ms and (p.closed_ms is null or p.closed_ms >= t.ms))
        order by p.id limit $4`,
      values: [book, timesMs, rows.at(-1)?.id ?? -1n, PAGE],
      types: asText,
    });
    rows.push(...found.rows.map(positions.read));
    if (found.rows.length < PAGE) return rows;
  }
}

/**
 * Returns the profit or loss of a book's positions just before a time: on the part that was not closed yet, at the conversion
 * rate that applied to the position then.
 */
export function openProfitAt(
  rows: readonly PositionRow[],
  at: {
    readonly timeMs: number;
    readonly instruments: Instruments;
    readonly quoteOf: OpenProfitDeps['quoteOf'];
  },
): Amount {
  let sum = 0n;
  for (const row of rows) {
    // Skips rows early, because only a few of a year's positions were open at any one time.
    if (row.closedMs !== null && row.closedMs < at.timeMs) continue;
    sum += ownProfit(row, heldAt(row, at.timeMs), at);
  }
  return sum;
}

function heldAt(row: PositionRow, timeMs: number): Held {
  const { entryMs, quantity, closes, nights, openRate, rate } = row;
  if (entryMs === null || entryMs >= timeMs) return { quantity: 0n, rate };
  const closed = closes
    .filter((close) => close.time_ms < timeMs)
    .reduce((sum, close) => sum + fromNumeric(close.quantity), 0n);
  const night = nights.findLast((one) => one.time_ms < timeMs);
  return {
    quantity: quantity - closed,
    rate: night === undefined ? (openRate ?? rate) : fromNumeric(night.rate),
  };
}
