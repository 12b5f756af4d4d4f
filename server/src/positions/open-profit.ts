/**
 * Computes the profit or loss of a customer's open positions if all closed at the newest quotes, as a part of the customer's
 * equity.
 */
import type { Quote } from '@candor/domain/market/quote.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { closingPrice, ownOpenProfit, profitAt } from '@candor/domain/trading/contract.ts';
import type { Pool } from '../db/pool.ts';
import { instrumentOf } from './market.ts';
import type { Instruments } from './market.ts';
import { listPositions } from './store.ts';

const PAGE = 500;

export type OpenProfitDeps = {
  readonly pool: Pool;
  readonly instruments: Instruments;
  readonly quoteOf: (symbol: string) => Pick<Quote, 'bid' | 'ask'> | undefined;
};

/** In USDT, before fees and financing. Positions in a symbol without a quote count as zero. */
export async function openProfitOf(
  { pool, instruments, quoteOf }: OpenProfitDeps,
  book: bigint,
): Promise<Amount> {
  let sum = 0n;
  let below: bigint | undefined;
  for (;;) {
    const all = { product: undefined, symbol: undefined, status: 'holding' } as const;
    const found = await listPositions(pool, { book, ...all, below, limit: PAGE });
    for (const row of found.slice(0, PAGE)) {
      below = row.id;
      const quote = quoteOf(row.symbol);
      if (quote === undefined || row.entryPrice === null) continue;
      const { side, entryPrice, rate, openQuantity: quantity } = row;
      const terms = instrumentOf(row, instruments);
      const { pnl } = profitAt(terms, { side, quantity, entryPrice, rate }, closingPrice(side, quote));
      sum += ownOpenProfit(pnl, row.collateral);
    }
    if (found.length <= PAGE) return sum;
  }
}
