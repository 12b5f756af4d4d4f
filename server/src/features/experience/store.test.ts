/** Triggers that the engine loads at startup, and writes that the table rejects. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { journal } from '@candor/domain/ledger/journal.ts';
import { amount } from '@candor/domain/money/amount.ts';
import { ok } from '@candor/domain/outcome.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { command } from '../../commands/command.ts';
import { openHouse } from '../../commands/testing/house.ts';
import type { House } from '../../commands/testing/house.ts';
import { grantCredit } from '../../identity/experience-credit.ts';
import { openTriggers } from './store.ts';
import { allowBareJournals } from '@candor/testing/bare-journals.ts';

let database: TestDatabase;
let house: House;
let book: bigint;
let keys = 0;
const at = () => ({ book, key: `key-${(keys += 1)}` });

/** A grant's journal together with the credit's row. */
const grant = command({
  name: 'test.grant',
  gather: (_: { kind: 'demo_grant' | 'start_over' }) => ({
    balances: [['promo', 'USDT']],
    house: [['promotions', 'USDT']],
  }),
  decide: ({ kind }, facts) => {
    const size = kind === 'demo_grant' ? amount('100') : amount('3');
    const lines = [
      { account: 'promotions', currency: 'USDT', amount: -size },
      { account: 'promo', currency: 'USDT', amount: size },
    ] as const;
    return ok({
      answer: {},
      journals: [journal(kind, `customer:${facts.book}`, lines)],
      ...grantCredit(facts, { amount: size, journalSeq: facts.journalSeq }),
    });
  },
});

beforeAll(async () => {
  database = await freshDatabase();
  await allowBareJournals(database);
  house = await openHouse(database);
});
beforeEach(async () => {
  [book] = (await house.customers(1)) as [bigint];
});
afterAll(async () => {
  await house.close();
  await database.drop();
});

test('loads the last armed trigger of each active credit at startup, and no trigger of a closed credit', async () => {
  const [others] = await house.owner<{ n: string }>('select count(*) as n from experience_credit');
  await house.run(grant, { kind: 'demo_grant' }, at());
  const waiting = book;
  [book] = (await house.customers(1)) as [bigint];
  await house.run(grant, { kind: 'demo_grant' }, at());
  // Expires the second customer's credit directly, because the test can't wait a month.
  await house.owner(
    `update experience_credit set status = 'expired', ended_ms = expires_ms, version = 2 where book = $1`,
    [book],
  );
  const [armed] = await house.owner<{ due: string }>(
    `update experience_credit set due_ms = due_ms + 60000, armed_seq = 7, version = 2 where book = $1
      returning due_ms as due`,
    [waiting.toString()],
  );
  const connection = await house.pool.connect();
  const found = [];
  for await (const trigger of openTriggers(connection)) found.push(trigger);
  connection.release();
  expect(found).toHaveLength(Number(others?.n) + 1);
  expect(found.find((trigger) => trigger.book === waiting)).toEqual({
    ...{ symbol: 'BTC/USDT', kind: 'experience_expiry', book: waiting, row: 1n, version: 2 },
    ...{ condition: 'time_at_or_after', level: BigInt(armed?.due ?? ''), armedSeq: 7n },
  });
  expect(found.find((trigger) => trigger.book === book)).toBeUndefined();
});

test.each([
  [
    'a second active credit',
    `insert into experience_credit select book, 99, amount, granted_ms, expires_ms, status, 1,
    due_ms, 0, null, null from experience_credit where book = $1`,
  ],
  ['a changed amount', 'update experience_credit set amount = 200, version = 2 where book = $1'],
  ['a later expiry', 'update experience_credit set expires_ms = expires_ms + 1, version = 2 where book = $1'],
  ['a change without a version', 'update experience_credit set due_ms = due_ms + 1 where book = $1'],
  [
    'an expiry before its time',
    `update experience_credit set status = 'expired', ended_ms = expires_ms - 1, version = 2
    where book = $1`,
  ],
  [
    'a conversion before the required turnover',
    `update experience_credit set status = 'converted', turnover = 10 * amount - 0.00000001,
    ended_ms = granted_ms, version = 2 where book = $1`,
  ],
])('rejects %s', async (_, sql) => {
  await house.run(grant, { kind: 'demo_grant' }, at());
  await expect(house.pool.query(sql, [book])).rejects.toThrow(/experience.credit/);
});

test('rejects reopening a replaced credit', async () => {
  await house.run(grant, { kind: 'demo_grant' }, at());
  await house.owner(
    `update experience_credit set status = 'replaced', ended_ms = granted_ms, version = 2 where book = $1`,
    [book],
  );
  await expect(
    house.pool.query(
      `update experience_credit set status = 'active', ended_ms = null, version = 3 where book = $1`,
      [book],
    ),
  ).rejects.toThrow(/cannot go from replaced to active/);
});
