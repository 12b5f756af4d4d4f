/** Batches that PostgreSQL interrupts: the executor repeats or splits them, and executes each command exactly once. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { allowBareJournals } from '@candor/testing/bare-journals.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { breaches } from '../app/breaches.ts';
import { createPool } from '../db/pool.ts';
import { give, usdtOf } from './testing/giving.ts';
import { openHouse } from './testing/house.ts';
import type { House } from './testing/house.ts';

let database: TestDatabase;
let house: House;

beforeEach(async () => {
  database = await freshDatabase();
  await allowBareJournals(database);
  house = await openHouse(database);
});
afterEach(async () => {
  try {
    expect(await breaches(house.pool)).toEqual([]);
  } finally {
    await house.close();
    await database.drop();
  }
});

test('splits a batch that exceeds the time limit of a transaction, and executes the halves', async () => {
  await house.close();
  const pool = createPool(database.url, { max: 6, transactionMaxMs: 1_000 });
  house = await openHouse(database, { pool });
  const books = await house.customers(8);
  await house.owner(`
    create function sleep_a_while() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.2); return new; end $$;
    create trigger aa_sleeps before insert on journal for each row when (new.kind = 'demo_grant')
      execute function sleep_a_while()`);
  const answers = await Promise.all(
    books.map((book) => house.run(give, { usdt: 3n }, { book, key: 'give' })),
  );
  expect(answers.every((answer) => answer.ok)).toBe(true);
  for (const book of books) expect(await usdtOf(house, book)).toBe('0.00000003');
  expect(house.logged.map(({ message }) => message)).toContain(
    'commands: a batch took too long (retrying each half)',
  );
  await house.close();
  await pool.end();
  house = await openHouse(database);
});

test('executes every command exactly once when connections are terminated mid-batch', async () => {
  const cutHouse = house;
  const books = await cutHouse.customers(8);
  const rounds = 12;
  /** Each round has only three terminations, so that a slow machine still completes its batches. */
  const cut = async (): Promise<void> => {
    for (const waitMs of [0, 30, 40]) {
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      await cutHouse.owner(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and usename <> current_user`,
      );
    }
  };
  for (let round = 0; round < rounds; round += 1) {
    const [answers] = await Promise.all([
      Promise.all(books.map((book) => cutHouse.run(give, { usdt: 1n }, { book, key: `round-${round}` }))),
      cut(),
    ]);
    expect(answers.every((answer) => answer.ok)).toBe(true);
  }
  for (const book of books) expect(await usdtOf(cutHouse, book)).toBe('0.00000012');
});
