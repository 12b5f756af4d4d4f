/** Customers of a database from before credit had a row of its own, what waits when the engine starts, and what the table refuses. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { journal } from '@candor/domain/ledger/journal.ts';
import { amount } from '@candor/domain/money/amount.ts';
import { ok } from '@candor/domain/outcome.ts';
import { freshDatabase } from '../../../../tools/testing/database.ts';
import type { TestDatabase } from '../../../../tools/testing/database.ts';
import { command } from '../../commands/command.ts';
import { openHouse } from '../../commands/testing/house.ts';
import type { House } from '../../commands/testing/house.ts';
import { grantCredit } from '../../identity/experience-credit.ts';
import { breaches } from '../../ledger/invariants.ts';
import { openTriggers } from './store.ts';
import { allowBareJournals } from '../../../../tools/testing/bare-journals.ts';

const MIGRATION = fileURLToPath(new URL('../../../migrations/0014-experience-credit.sql', import.meta.url));

let database: TestDatabase;
let house: House;
let book: bigint;
let keys = 0;
const at = () => ({ book, key: `key-${(keys += 1)}` });

/** A grant as journals have it, with or without a row of the credit. */
const grant = command({
  name: 'test.grant',
  gather: (_: { kind: 'demo_grant' | 'start_over'; row: boolean }) => ({
    balances: [['promo', 'USDT']],
    house: [['promotions', 'USDT']],
  }),
  decide: ({ kind, row }, facts) => {
    const size = kind === 'demo_grant' ? amount('100') : amount('3');
    const lines = [
      { account: 'promotions', currency: 'USDT', amount: -size },
      { account: 'promo', currency: 'USDT', amount: size },
    ] as const;
    return ok({
      answer: {},
      journals: [journal(kind, `customer:${facts.book}`, lines)],
      ...(row ? grantCredit(facts, { amount: size, journalSeq: facts.journalSeq }) : {}),
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

test('each has the newest grant’s credit, for thirty days from then, and its expiry waits', async () => {
  const granted = book;
  await house.run(grant, { kind: 'demo_grant', row: false }, at());
  [book] = (await house.customers(1)) as [bigint];
  await house.run(grant, { kind: 'demo_grant', row: false }, at());
  await house.run(grant, { kind: 'start_over', row: false }, at());
  expect((await breaches(house.pool)).map((breach) => breach.invariant)).toEqual([
    'L4: credit that is free, margin or staked is of a credit that has not ended',
    'L4: credit that is free, margin or staked is of a credit that has not ended',
  ]);
  // The statement of the migration that brings in what was there, on its own.
  const sql = await readFile(MIGRATION, 'utf8');
  const [insert] = /insert into experience_credit [^;]*;/.exec(sql) ?? [];
  await house.owner(insert ?? '');
  const rows = await house.owner(
    `select c.book, c.id, c.amount, c.status, c.expires_ms = j.time_ms + 30 * 86400000::bigint as right_day,
        c.due_ms = c.expires_ms as due from experience_credit c join journal j on j.book = c.book and j.seq = c.id
      order by c.book`,
  );
  const row = { amount: '100.00000000', status: 'active', right_day: true, due: true };
  expect(rows).toEqual([
    { book: granted.toString(), id: '1', ...row },
    { book: book.toString(), id: '2', ...row },
  ]);
  expect(await breaches(house.pool)).toEqual([]);
});

test('the engine finds what waits at its start, as it was armed last, and nothing that ended', async () => {
  const [others] = await house.owner<{ n: string }>('select count(*) as n from experience_credit');
  await house.run(grant, { kind: 'demo_grant', row: true }, at());
  const waiting = book;
  [book] = (await house.customers(1)) as [bigint];
  await house.run(grant, { kind: 'demo_grant', row: true }, at());
  // As it will be: nobody waits for a month here.
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
    'a second one beside it',
    `insert into experience_credit select book, 99, amount, granted_ms, expires_ms, status, 1,
    due_ms, 0, null, null from experience_credit where book = $1`,
  ],
  ['another amount', 'update experience_credit set amount = 200, version = 2 where book = $1'],
  ['a later day', 'update experience_credit set expires_ms = expires_ms + 1, version = 2 where book = $1'],
  ['a change without a version', 'update experience_credit set due_ms = due_ms + 1 where book = $1'],
  [
    'an expiry before its day',
    `update experience_credit set status = 'expired', ended_ms = expires_ms - 1, version = 2
    where book = $1`,
  ],
  [
    'a conversion too early',
    `update experience_credit set status = 'converted', turnover = 10 * amount - 0.00000001,
    ended_ms = granted_ms, version = 2 where book = $1`,
  ],
])('refuses %s', async (_, sql) => {
  await house.run(grant, { kind: 'demo_grant', row: true }, at());
  await expect(house.pool.query(sql, [book])).rejects.toThrow(/experience.credit/);
});

test('what ended stays ended', async () => {
  await house.run(grant, { kind: 'demo_grant', row: true }, at());
  await house.owner(
    `update experience_credit set status = 'replaced', ended_ms = granted_ms, version = 2 where book = $1`,
    [book],
  );
  await expect(
    house.pool.query(
      `update experience_credit set status = 'active', ended_ms = null, version = 3 where book = $1`,
      [book],
    ),
  ).rejects.toThrow(/experience credit/);
});
