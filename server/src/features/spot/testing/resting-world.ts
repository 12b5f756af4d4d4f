/**
 * Test fixture: a customer with money on a market whose quotes the test makes, and the customer's resting orders, run through the
 * executor and the database. Each test file calls it once. It opens before the tests, and at the end it checks that no invariant
 * is violated.
 */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { journal } from '@candor/domain/ledger/journal.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { amount } from '@candor/domain/money/amount.ts';
import { ok } from '@candor/domain/outcome.ts';
import { FUNDING, allowBareJournals } from '@candor/testing/bare-journals.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { breaches } from '../../../app/breaches.ts';
import { command } from '../../../commands/command.ts';
import { openHouse } from '../../../commands/testing/house.ts';
import type { House } from '../../../commands/testing/house.ts';
import { entryAt, listed } from '../../../positions/testing/world.ts';
import { instruments } from '../../../quotes/catalogue.ts';
import { fireOrder, placeOrder } from '../commands.ts';
import type { PairOrder } from '../rules.ts';

export const BTC = 'BTC/USDT';
type Entry = TapeEntry;

const fund = command({
  name: 'test.fund',
  gather: (_: Record<string, never>) => ({
    balances: [
      ['spot', 'USDT'],
      ['spot', 'BTC'],
    ],
    house: [
      ['equity', 'USDT'],
      ['equity', 'BTC'],
    ],
  }),
  decide: () =>
    ok({
      answer: {},
      journals: [
        ['USDT', '1000000'],
        ['BTC', '10'],
      ].map(([currency = '', given = '']) =>
        journal('demo_grant', `test:grant ${currency}`, [
          { account: 'equity', currency, amount: -amount(given) },
          { account: 'spot', currency, amount: amount(given) },
        ]),
      ),
    }),
});

export function restingWorld() {
  let database: TestDatabase;
  let house: House;
  let book: bigint;
  let keys = 0;
  let newest = 0n;

  beforeAll(async () => {
    database = await freshDatabase();
    await allowBareJournals(database, FUNDING);
    house = await openHouse(database);
    book = (await house.customers(1))[0] as bigint;
    await house.owner(
      `insert into customer (id, account, account_key, email, email_key, password_hash, birth_date, invited_by, language, registered_ms)
        values ($1, 'c', 'c', 'c', 'c', '', '1990-01-01', 0, 'en', 0)`,
      [book.toString()],
    );
    await house.run(fund, {}, at());
  });
  beforeEach(() => quoted('20000'));
  afterAll(async () => {
    expect(await breaches(house.pool)).toEqual([]);
    await house.close();
    await database.drop();
  });

  const nextSeq = () => (newest += 1n);
  const at = () => ({ book, key: `key ${(keys += 1)}` });

  async function nowMs(): Promise<number> {
    const [clock] = await house.owner<{ now: string }>('select market_now_ms() as now');
    return Number(clock?.now);
  }

  /** Writes a quote that is made now. By default, no quote in this market is fresh. */
  async function quoted(price: string, fillAgeMs = 0) {
    const seq = nextSeq();
    const timeMs = await nowMs();
    const entry = { ...entryAt({ bid: price, ask: price, seq, timeMs }), symbol: BTC, feedTimeMs: timeMs };
    await house.lay(entry);
    await house.setHead(BTC, { seq, bid: entry.bid, ask: entry.ask, timeMs, fillAgeMs });
    return entry;
  }

  const asked = (order: Partial<PairOrder>): PairOrder => ({
    ...{
      instrument: listed(BTC),
      termsAt: (one) => one,
      side: 'sell',
      type: 'stop',
      quantity: amount('0.01'),
    },
    ...{ amount: undefined, price: undefined, worstPrice: undefined, feeRateShown: undefined },
    jurisdictions: 'demo',
    ...order,
  });

  async function rests(order: Partial<PairOrder>): Promise<bigint> {
    const done = await house.run(placeOrder, asked(order), at());
    if (!done.ok) throw new Error(JSON.stringify(done));
    expect(done.value.status).toBe('open');
    return BigInt(done.value.id);
  }
  const fires = (id: bigint, entry: Entry, version = 1) =>
    house.run(
      fireOrder,
      { id, version, instruments, entry, jurisdictions: 'demo' },
      { ...at(), urgent: true },
    );

  return {
    get house() {
      return house;
    },
    get book() {
      return book;
    },
    /** The URL of the login with which the guard reads the books. */
    get guardUrl() {
      return database.guardUrl;
    },
    /** The number of the newest tape entry. */
    get seq() {
      return newest;
    },
    ...{ nextSeq, at, nowMs, quoted, asked, rests, fires },
  };
}
