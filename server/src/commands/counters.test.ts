/** Limits on counters that many customers share stay exact when several processes run commands concurrently. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok } from '@candor/domain/outcome.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { append, command } from './command.ts';
import type { Count, Facts } from './command.ts';
import * as fields from './fields.ts';
import { log } from './table.ts';
import { openHouse } from './testing/house.ts';
import type { House } from './testing/house.ts';

let database: TestDatabase;
let houses: House[];

beforeEach(async () => {
  database = await freshDatabase();
  houses = [await openHouse(database), await openHouse(database, { slots: [2, 3] })];
  await owner().owner(`insert into counter (name, slot) values ('a', -1), ('b', -1);
    create table raising (counter text not null, by numeric not null);
    grant insert on raising to candor_app;
    create function raising_counted() returns trigger language plpgsql security definer set search_path = public as
      $$ begin perform count_moves(array_agg(a.counter), array_agg(a.by)) from added a; return null; end $$;
    create trigger raising_counted after insert on raising
      referencing new table as added for each statement execute function raising_counted()`);
});
afterEach(async () => {
  for (const house of houses) await house.close();
  await database.drop();
});

const owner = () => houses[0] as House;
const BOUND = amount('100');
const raisings = log('raising', { counter: fields.text(), by: fields.amount() });
/** The database changes the stored counters itself, together with the rows that they count. */
const counting = (counts: readonly Count[]) => ({
  counts,
  appends: counts.map((count) => append(raisings, count)),
});
type Bounded = { by: Amount; counters: readonly string[] };

const raise = command({
  name: 'test.raise',
  gather: ({ counters }: Bounded) => ({ counters }),
  decide: ({ by, counters }, facts: Facts) => {
    if (counters.some((name) => facts.counter(name) + by > BOUND)) {
      return { ok: false, refusal: { code: 'full' } } as const;
    }
    return ok({ answer: {}, ...counting(counters.map((counter) => ({ counter, by }))) });
  },
});

const lower = command({
  name: 'test.lower',
  gather: (_: Bounded) => ({}),
  decide: ({ by, counters }, _: Facts) =>
    ok({ answer: {}, ...counting(counters.map((counter) => ({ counter, by: -by }))) }),
});

async function valueOf(name: string): Promise<string | undefined> {
  const rows = await owner().owner<{ value: string }>(
    'select sum(value) as value from counter where name = $1',
    [name],
  );
  return rows[0]?.value;
}

test('lets two processes raise a counter exactly up to its limit', async () => {
  const books = await owner().customers(100);
  const answers = await Promise.all(
    books.map((book, at) =>
      (houses[at % 2] as House).run(raise, { by: amount('3'), counters: ['a'] }, { book, key: 'one' }),
    ),
  );
  expect(answers.filter((answer) => answer.ok)).toHaveLength(33);
  expect(await valueOf('a')).toBe('99.00000000');
});

test('raises and lowers counters concurrently in opposite orders without deadlocks', async () => {
  const books = await owner().customers(120);
  const by = amount('1');
  const orders = [
    ['a', 'b'],
    ['b', 'a'],
  ];
  const inTurn = async (book: bigint, at: number) => {
    const house = houses[at % 2] as House;
    const counters = orders[(at >> 1) % 2] as string[];
    const raised = await house.run(raise, { by, counters }, { book, key: 'up' });
    if (raised.ok)
      expect(await house.run(lower, { by, counters }, { book, key: 'down' })).toMatchObject({ ok: true });
    return raised.ok;
  };
  const raised = await Promise.all(books.map(inTurn));
  expect(raised.filter(Boolean).length).toBeGreaterThanOrEqual(100);
  expect([await valueOf('a'), await valueOf('b')]).toEqual(['0.00000000', '0.00000000']);
  expect(houses.flatMap((house) => house.logged)).toEqual([]);
});

test('fails only the command that names a nonexistent counter', async () => {
  const [book] = await owner().customers(1);
  const asked = owner().run(raise, { by: 1n, counters: ['c'] }, { book: book as bigint, key: 'x' });
  await expect(asked).rejects.toThrow(/counter c/);
  expect(await valueOf('a')).toBe('0.00000000');
});
