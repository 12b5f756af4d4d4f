/**
 * The current total value of customers. Every call that states a total uses this, so that no two totals can differ. The valuation
 * itself is in `domain/src/ledger/valuation.ts`.
 */
import { nothingOwed, worth } from '@candor/domain/ledger/valuation.ts';
import type { BidOf, Owed, Worth } from '@candor/domain/ledger/valuation.ts';
import type { Pool } from '../db/pool.ts';
import { readHoldingsOf } from '../ledger/statement.ts';
import { openProfitsOf } from '../positions/open-profit.ts';
import type { OpenProfitDeps } from '../positions/open-profit.ts';
import { readOwed } from './owed.ts';

export type CustomerWorthDeps = OpenProfitDeps & {
  readonly pool: Pool;
  readonly bidOf: BidOf;
  /** Market time, which determines the interest and fees that are due on loans. */
  readonly marketNow: () => number;
};

export type CustomerWorth = {
  readonly of: (book: bigint) => Promise<Worth>;
  readonly ofAll: (books: readonly bigint[]) => Promise<ReadonlyMap<bigint, Worth>>;
  readonly owedOf: (book: bigint) => Promise<Owed>;
};

export function customerWorth(deps: CustomerWorthDeps): CustomerWorth {
  const { pool, bidOf, marketNow } = deps;
  const owedOf = (books: readonly bigint[]) => readOwed(pool, { books, nowMs: marketNow() });
  const ofAll = async (books: readonly bigint[]): Promise<ReadonlyMap<bigint, Worth>> => {
    const [holdings, profits, owed] = await Promise.all([
      readHoldingsOf(pool, books),
      openProfitsOf(deps, books),
      owedOf(books),
    ]);
    return new Map(
      books.map((book) => {
        const estate = {
          holdings: holdings.get(book) ?? [],
          openProfit: profits.get(book) ?? 0n,
          owed: owed.get(book) ?? nothingOwed,
        };
        return [book, worth(estate, bidOf)];
      }),
    );
  };
  return {
    ofAll,
    of: async (book) => {
      const found = (await ofAll([book])).get(book);
      if (found === undefined) throw new Error(`expected the worth of customer ${book}, found none`);
      return found;
    },
    owedOf: async (book) => (await owedOf([book])).get(book) ?? nothingOwed,
  };
}
