/** Test fixture: house accounts with little capital, two processes, customers with money for contracts, and one market. */
import { journal } from '@candor/domain/ledger/journal.ts';
import { amount, formatAmount, fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok } from '@candor/domain/outcome.ts';
import { FUNDING, allowBareJournals } from '@candor/testing/bare-journals.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { command } from '../../commands/command.ts';
import { openHouse } from '../../commands/testing/house.ts';
import type { House } from '../../commands/testing/house.ts';
import { instruments } from '../../quotes/catalogue.ts';
import { closePositionAt, closePositions, firePosition, openPosition } from '../commands.ts';
import { keepCoverOnce } from '../keeping-cover.ts';
import type { OpeningOrder } from '../opening.ts';
import type { TriggerPart } from '../tables.ts';
import { entryAt, listed } from './world.ts';

type Paying = { readonly own: Amount };

/** Moves play money from the house's equity to a customer's contracts account. */
const fund = command({
  name: 'test.fund',
  gather: (_: Paying) => ({
    balances: [
      ['spot', 'USDT'],
      ['contract', 'USDT'],
    ],
    house: [['equity', 'USDT']],
  }),
  decide: ({ own }: Paying) => {
    const line = (account: 'equity' | 'spot' | 'contract', moved: Amount) => {
      return { account, currency: 'USDT', amount: moved };
    };
    return ok({
      answer: {},
      journals: [
        journal('demo_grant', 'test:grant', [line('equity', -own), line('spot', own)]),
        journal('transfer', 'test:transfer', [line('spot', -own), line('contract', own)]),
      ],
    });
  },
});

export async function openThinMarket(
  database: TestDatabase,
  thin: {
    readonly customers: number;
    readonly own: string;
    readonly house: Readonly<Record<string, string>>;
  },
) {
  await allowBareJournals(database, [...FUNDING, 'house_journal']);
  const own = amount(thin.own);
  const equity = amount(thin.house['equity'] ?? '0') + own * BigInt(thin.customers);
  const capital = { ...thin.house, equity: formatAmount(equity) };
  const house = await openHouse(database, { capital });
  const other = await openHouse(database, { capital, slots: [2, 3] });
  const houses = [house, other];
  let keys = 0;
  let seq = 0n;
  const at = (book: bigint) => ({ book, key: `key ${(keys += 1)}` });
  const books = await house.customers(thin.customers);
  for (const book of books) {
    await house.owner(
      `insert into customer (id, account, account_key, email, email_key, password_hash, birth_date, invited_by, language,
        lever_enabled, registered_ms) values ($1, $2, $2, $2, $2, '', '1990-01-01', 0, 'en', true, 0)`,
      [book.toString(), `customer ${book}`],
    );
    await house.run(fund, { own }, at(book));
  }
  return {
    ...{ house, houses, books },
    /**
     * With `fillAgeMs` 0, the quote is too old to fill an order by the time the order is placed. `madeMs` is the time at which
     * the quote was made, if it is not the time of writing.
     */
    price: async (
      bid: string,
      ask = bid,
      { madeMs, ...change }: { readonly fillAgeMs?: number; readonly madeMs?: number } = {},
    ) => {
      seq += 1n;
      if (madeMs !== undefined) {
        const [now] = await house.owner<{ ms: string }>('select market_now_ms() as ms');
        await house.lay({ ...entryAt({ bid, ask, seq, timeMs: Number(now?.ms) }), feedTimeMs: madeMs });
      }
      await house.setHead('BTC/USDT', { seq, bid: amount(bid), ask: amount(ask), ...change });
    },
    open: (book: bigint, change: Partial<OpeningOrder>, by = 0) => {
      const order: OpeningOrder = {
        instrument: listed('BTC/USDT'),
        termsAt: (instrument) => instrument,
        ...{ feeRateShown: undefined, financingRateShown: undefined, worstPrice: undefined },
        ...{ takeProfit: undefined, stopLoss: undefined, trailing: undefined, price: undefined },
        ...{ product: 'contract', side: 'long', collateral: 'contract', jurisdictions: 'demo' },
        ...{ type: change.price === undefined ? 'market' : 'limit', quantity: amount('1'), leverage: 100 },
        ...change,
      };
      return (houses[by % 2] as House).run(openPosition, order, at(book));
    },
    close: (book: bigint, id: bigint, quantity?: Amount) =>
      house.run(closePositionAt, { id, product: 'contract', quantity, instruments }, at(book)),
    closeAll: (book: bigint) =>
      house.run(
        closePositions,
        { side: undefined, symbol: undefined, product: undefined, instruments },
        at(book),
      ),
    /** Fires a part at the newest entry, at the part's armed version. */
    fireHere: async (book: bigint, id: bigint, part: TriggerPart) => {
      const found = await house.owner<{
        bid: string;
        ask: string;
        version: string;
        time_ms: string;
        feed_time_ms: string;
      }>(
        `select t.bid, t.ask, t.time_ms, t.feed_time_ms, p.armed -> $2 ->> 0 as version
          from position p join tape_head h on h.symbol = p.symbol join tape t on t.symbol = h.symbol and t.seq = h.seq
          where p.id = $1`,
        [id.toString(), part],
      );
      const [head] = found;
      if (head === undefined) throw new Error(`expected position ${id} with a head, found none`);
      const { bid, ask, version } = head;
      const made = entryAt({ bid, ask, seq, timeMs: Number(head.time_ms) });
      const entry = { ...made, feedTimeMs: Number(head.feed_time_ms) };
      const input = {
        id,
        part,
        version: Number(version),
        instruments,
        entry,
        jurisdictions: 'demo',
      } as const;
      return house.run(firePosition, input, { ...at(book), urgent: true });
    },
    keepCover: () => keepCoverOnce({ pool: house.pool, executor: house.executor, now: Date.now }),
    sum: async (sql: string): Promise<Amount> => {
      const rows = await house.owner<{ amount: string | null }>(
        `select (${sql})::numeric(38,8)::text as amount`,
      );
      return fromNumeric(rows[0]?.amount ?? '0');
    },
    closeHouses: async () => {
      for (const one of houses) await one.close();
    },
  };
}
