/** The share of customers who lost money, through the API and from journals like those of trading. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amount, fromNumeric } from '@candor/domain/money/amount.ts';
import { journal } from '@candor/domain/ledger/journal.ts';
import type { Journal } from '@candor/domain/ledger/journal.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import { COINS } from '../../commands/testing/house.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import { openBook, openDemoHouse } from '../../ledger/book.ts';
import { breaches } from '../../app/breaches.ts';
import { leveragedResults } from '../../ledger/leveraged-results.ts';
import { post } from '../../ledger/post.ts';
import { CUSTOMERS_MIN } from './rules.ts';
import { keptLossShare } from './loss-share.ts';
import { allowBareJournals } from '@candor/testing/bare-journals.ts';

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await freshDatabase();
  await allowBareJournals(database);
  pool = createPool(database.url, { max: 2 });
  await openDemoHouse(pool, COINS);
  await pool.query('select open_house_balances($1, $2, 0::smallint)', [['fees'], ['USDT']]);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const NOW = Date.parse('2026-11-21T12:00:00Z');
const DAY = 24 * 60 * 60_000;

let positions = 0;

/** The journals of a position with a margin of 100: opened with a fee of 1, and closed with the given profit and a fee of 1. */
function position(profit: string): [open: Journal, close: Journal] {
  const made = amount(profit);
  const usdt = (account: string, value: bigint) => ({ account, currency: 'USDT', amount: value }) as never;
  return [
    journal('contract_open', `position:${(positions += 1)}`, [
      usdt('contract', -amount('101')),
      usdt('contract_frozen', amount('100')),
      usdt('fees', amount('1')),
    ]),
    journal('contract_close', `position:${positions}`, [
      usdt('contract_frozen', -amount('100')),
      usdt('contract', amount('99') + made),
      usdt('trading', -made),
      usdt('fees', amount('1')),
    ]),
  ];
}

/** Creates a customer with a thousand USDT to trade with, and posts the journals on the given days. */
async function customer(did: readonly (readonly [daysAgo: number, Journal])[]): Promise<void> {
  const book = await openBook(pool);
  const accounts = ['spot', 'contract', 'contract_frozen'];
  await pool.query('select open_balances($1, $2, $3)', [
    accounts.map(() => book),
    accounts,
    accounts.map(() => 'USDT'),
  ]);
  const thousand = amount('1000');
  const funded = [
    journal('demo_grant', 'test', [
      { account: 'equity', currency: 'USDT', amount: -thousand },
      { account: 'spot', currency: 'USDT', amount: thousand },
    ]),
    journal('transfer', 'test', [
      { account: 'spot', currency: 'USDT', amount: -thousand },
      { account: 'contract', currency: 'USDT', amount: thousand },
    ]),
  ];
  const all = [...funded.map((one) => [1000, one] as const), ...did];
  await inTransaction(pool, async (connection) => {
    for (const [at, [daysAgo, one]] of all.entries()) {
      const timeMs = NOW - daysAgo * DAY;
      await post(connection, [{ book, seq: BigInt(at + 1), timeMs, journal: one }], 0);
    }
  });
  await pool.query('update book set seq = $2 where id = $1', [book, all.length]);
}

const days = ([open, close]: [Journal, Journal], from: number, to: number) =>
  [
    [from, open],
    [to, close],
  ] as const;

test('counts customers with closed positions as winners or losers after fees, and ignores all others', async () => {
  const clock = { wallMs: 0 };
  const told = keptLossShare({ pool, marketNow: () => NOW, now: () => clock.wallMs });
  await customer(days(position('50'), 40, 3));
  await customer(days(position('-50'), 40, 3));
  // A profit below the fees is a loss. A profit that equals the fees isn't.
  await customer(days(position('1.99999999'), 300, 200));
  await customer(days(position('2'), 300, 200));
  // This customer won in one month and lost more in another.
  await customer([...days(position('30'), 100, 90), ...days(position('-40'), 20, 10)]);
  // A position that is still open or was closed more than twelve months ago isn't counted.
  await customer(days(position('-50'), 40, 3).slice(0, 1));
  await customer(days(position('-50'), 900, 800));
  // This customer never traded with leverage.
  await customer([]);
  expect(await told()).toEqual({
    share_percent: null,
    reason: 'too_few_customers',
    customers: 5,
    customers_min: CUSTOMERS_MIN,
    from: Date.parse('2025-11-21T12:00:00Z') / 1000,
    to: NOW / 1000,
    basis: 'closed_positions',
  });

  for (let made = 5; made < CUSTOMERS_MIN; made += 1) await customer(days(position('-1'), 2, 1));
  clock.wallMs = 60 * 60_000 - 1;
  expect(await told()).toMatchObject({ customers: 5 });
  clock.wallMs += 1;
  // Three of the first five lost, and all 25 others, which makes 28 of 30.
  expect(await told()).toMatchObject({ share_percent: '93.4', reason: null, customers: CUSTOMERS_MIN });
});

test('queries a failing database at most once a minute, however many callers there are', async () => {
  const gone = createPool(database.url, { max: 1 });
  await gone.end();
  const clock = { wallMs: 0 };
  const ask = keptLossShare({ pool: gone, marketNow: () => NOW, now: () => clock.wallMs });
  const first = ask();
  await expect(first).rejects.toThrow();
  clock.wallMs = 59_999;
  expect(ask()).toBe(first);
  clock.wallMs = 60_000;
  const second = ask();
  expect(second).not.toBe(first);
  await expect(second).rejects.toThrow();
});

test('answers unauthenticated callers, and counts a position closed through the API', async () => {
  const server = await openWholeServer();
  try {
    const token = await server.login();
    const done = async (name: string, fields: Record<string, string>): Promise<unknown> => {
      const { body } = await server.call(name, { token, fields });
      if (body.type !== 'ok') throw new Error(`expected ${name} to succeed, found ${JSON.stringify(body)}`);
      return body.message;
    };
    await done('POST wallet/transfer', { currency: 'USDT', from: 'spot', to: 'contract', amount: '5000' });
    const opening = { symbol: 'BTC/USDT', side: 'long', type: 'market', quantity: '0.1', leverage: '10' };
    const { id } = (await done('POST lever/submit', opening)) as { id: string };
    await done('POST lever/close', { id });
    const { status, body } = await server.call('GET transparency/loss_share');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      type: 'ok',
      message: { share_percent: null, reason: 'too_few_customers', customers: 1 },
    });
    const served = createPool(server.url, { max: 1 });
    // The result according to the journals equals the change of the customer's balances.
    const [told] = await leveragedResults(served, { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER });
    const held = await served.query<{ gained: string }>(
      `select sum(amount) - 100000 as gained from balance where book = $1 and account::text !~ 'promo'`,
      [told?.book],
    );
    expect(told).toMatchObject({ closed: true, result: fromNumeric(held.rows[0]?.gained ?? '') });
    expect(await breaches(served)).toEqual([]);
    await served.end();
  } finally {
    await server.stop();
  }
});
