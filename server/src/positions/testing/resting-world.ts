/**
 * Test fixture: customers with money for contracts on a market whose quotes the test makes, through the executor and the
 * database. Each test file calls it once. It opens before the tests, each test has a separate customer, and at the end the
 * named invariants must hold.
 */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { breaches } from '../../app/breaches.ts';
import { createPool } from '../../db/pool.ts';
import { fateOf } from './fate.ts';
import { openThinMarket } from './thin-house.ts';

type Market = Awaited<ReturnType<typeof openThinMarket>>;
type Order = Parameters<Market['open']>[1];

const HOUSE = { trading: '100000000', insurance: '100000000', equity: '100000000' };
export const NEWEST = `(select max(seq) from tape where symbol = 'BTC/USDT')`;
export const MISFIRED = 'the tape does not bear out the ';
export const FIRED = { ok: true, value: { fired: true } };
export const LEFT_ALONE = { ok: true, value: { fired: false } };
export const BUSY = { ok: false, refusal: { code: 'busy' } };

/**
 * `hold` selects the invariants to check at the end. Not all of them can hold, because this market has no candles and no signed
 * entries.
 */
export function positionsWorld({ customers, hold }: { readonly customers: number; readonly hold?: RegExp }) {
  let database: TestDatabase;
  let market: Market;
  let taken = 0;
  let keys = 0;

  beforeAll(async () => {
    database = await freshDatabase();
    market = await openThinMarket(database, { customers, own: '100000', house: HOUSE });
  });
  beforeEach(async () => {
    taken += 1;
    await market.price('20000', '20010');
  });
  afterAll(async () => {
    const broken = hold === undefined ? [] : await breachesOf(hold);
    await market.closeHouses();
    await database.drop();
    expect(broken).toEqual([]);
  });

  async function breachesOf(these: RegExp) {
    const owner = createPool(database.ownerUrl, { max: 2 });
    try {
      return (await breaches(owner)).filter(({ invariant }) => these.test(invariant));
    } finally {
      await owner.end();
    }
  }
  const book = () => {
    const mine = market.books[taken];
    if (mine === undefined) throw new Error(`expected ${taken} customers, found ${market.books.length}`);
    return mine;
  };
  const fate = (...statements: string[]) => fateOf(market.house.pool, statements);

  return {
    get market() {
      return market;
    },
    get house() {
      return market.house;
    },
    /** The customer of the current test. */
    get book() {
      return book();
    },
    get database() {
      return database;
    },
    at: () => ({ book: book(), key: `key of a test ${(keys += 1)}` }),
    opens: async (order: Order = {}): Promise<bigint> => {
      const opened = await market.open(book(), order);
      if (!opened.ok) throw new Error(opened.refusal.code);
      return BigInt(opened.value.id);
    },
    /** Returns the outcome of an update of a position by plain SQL of the serving role, which is rolled back. */
    updates: (id: bigint, sql: string) => fate(`update position set ${sql} where id = ${id}`),
    ...{ breachesOf, fate },
  };
}
