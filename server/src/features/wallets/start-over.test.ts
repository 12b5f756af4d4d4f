/** Starting over by journals: afterwards a customer has exactly the grant, whatever they held, and the history is kept. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { command } from '../../commands/command.ts';
import { COINS, openHouse } from '../../commands/testing/house.ts';
import type { House } from '../../commands/testing/house.ts';
import { journal } from '@candor/domain/ledger/journal.ts';
import { ok } from '@candor/domain/outcome.ts';
import { breaches } from '../../app/breaches.ts';
import { readHoldings } from '../../ledger/statement.ts';
import { grantDemo, startOver } from './grant.ts';
import { allowBareJournals } from '@candor/testing/bare-journals.ts';

let database: TestDatabase;
let house: House;
const again = startOver([], COINS);

beforeAll(async () => {
  database = await freshDatabase();
  await allowBareJournals(database);
  house = await openHouse(database);
});
afterAll(async () => {
  // The purchases of these tests have no fills.
  expect(await breaches(house.pool, { except: ['L9'] })).toEqual([]);
  await house.close();
  await database.drop();
});

const granted = [
  { account: 'promo', currency: 'USDT', amount: amount('100') },
  { account: 'spot', currency: 'USDT', amount: amount('100000') },
];

async function held(book: bigint) {
  const holdings = await readHoldings(house.pool, book);
  return holdings.toSorted((a, b) => `${a.account}${a.currency}`.localeCompare(`${b.account}${b.currency}`));
}

async function journals(book: bigint): Promise<string[]> {
  const rows = await house.owner<{ kind: string }>('select kind from journal where book = $1 order by seq', [
    book,
  ]);
  return rows.map((row) => row.kind);
}

/** Buys a coin from the inventory far below its price, so that starting over must change the money and the coin. */
const buy = command({
  name: 'test.buy',
  gather: (_: { coin: string }) => ({
    balances: [
      ['spot', 'USDT'],
      ['spot', 'BTC'],
      ['spot', 'ETH'],
    ],
    house: [
      ['inventory', 'USDT'],
      ['inventory', 'BTC'],
      ['inventory', 'ETH'],
    ],
  }),
  decide: ({ coin }: { coin: string }, facts) =>
    ok({
      answer: {},
      journals: [
        journal('spot_convert', `test:${facts.journalSeq}`, [
          { account: 'spot', currency: 'USDT', amount: -amount('500') },
          { account: 'inventory', currency: 'USDT', amount: amount('500') },
          { account: 'inventory', currency: coin, amount: -amount('2') },
          { account: 'spot', currency: coin, amount: amount('2') },
        ]),
      ],
    }),
});

test('grants play money to a customer who starts over with an empty account', async () => {
  const [book] = (await house.customers(1)) as [bigint];
  await house.run(again, {}, { book, key: 'a' });
  expect(await held(book)).toEqual(granted);
});

test('leaves the money of a customer who holds exactly the grant unchanged, and replaces the credit', async () => {
  const [book] = (await house.customers(1)) as [bigint];
  await house.run(grantDemo, {}, { book, key: 'grant' });
  expect(await house.run(again, {}, { book, key: 'a' })).toEqual({ ok: true, value: {} });
  expect(await house.run(again, {}, { book, key: 'b' })).toEqual({ ok: true, value: {} });
  expect(await held(book)).toEqual(granted);
  expect(await journals(book)).toEqual(['demo_grant', 'start_over', 'start_over']);
  const credits = await house.owner(
    'select id, amount, status, expires_ms - granted_ms as ms from experience_credit where book = $1 order by id',
    [book],
  );
  const ms = '2592000000';
  expect(credits).toEqual([
    { id: '1', amount: '100.00000000', status: 'replaced', ms },
    { id: '2', amount: '100.00000000', status: 'replaced', ms },
    { id: '3', amount: '100.00000000', status: 'active', ms },
  ]);
  const granting = await house.owner(
    `select account, amount from posting where book = $1 and seq = 3 order by line`,
    [book],
  );
  expect(granting).toEqual([
    { account: 'promo', amount: '-100.00000000' },
    { account: 'promotions', amount: '100.00000000' },
    { account: 'promotions', amount: '-100.00000000' },
    { account: 'promo', amount: '100.00000000' },
  ]);
});

test('returns coins to the inventory and restores the money of the grant in one journal', async () => {
  const [book] = (await house.customers(1)) as [bigint];
  await house.run(grantDemo, {}, { book, key: 'grant' });
  await house.run(buy, { coin: 'BTC' }, { book, key: 'btc' });
  await house.run(buy, { coin: 'ETH' }, { book, key: 'eth' });
  await house.run(again, {}, { book, key: 'again' });
  expect(await held(book)).toEqual(granted);
  expect(await journals(book)).toEqual(['demo_grant', 'spot_convert', 'spot_convert', 'start_over']);
});
