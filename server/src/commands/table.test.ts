/** The declaration of a row determines its type and its SQL, and the database returns every kind of column as it was written. */
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import fc from 'fast-check';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
import * as fields from './fields.ts';
import { log, reckoned, table, view } from './table.ts';
import type { RowOf } from './table.ts';
import { asText } from '../db/as-text.ts';

const samples = table(
  'sample',
  {
    ...fields.key,
    word: fields.text<'up' | 'down'>().fixed(),
    maybeWord: fields.text().orNull(),
    note: fields.typed(),
    big: fields.bigint().orNull(),
    small: fields.whole<1 | 2>(),
    money: fields.amount(),
    yes: fields.flag(),
    hash: fields.digest().as('digest_of_it').fixed(),
    list: fields.json({
      keep: (numbers: readonly bigint[]) => numbers.map(String),
      read: (texts: readonly string[]): readonly bigint[] => texts.map(BigInt),
    }),
    letter: fields.jsonText<{ readonly b: number; readonly a: string }>().orNull(),
    placed: fields.whole().orFrom('small', (small) => Number(small) * 10),
    held: fields
      .group({
        by: fields.typed(),
        sum: fields.amount().whenAbsent(0n),
        money: fields.amount().as('money').again(),
        deep: fields.group({ at: fields.whole() }),
      })
      .orNull(),
    pair: fields.group({ first: fields.whole(), second: fields.whole().orNull() }).bare(),
  },
  {
    open: { word: ['up'] },
    beside: [reckoned('twice', fields.amount(), (row) => row.money * 2n)],
  },
);
type Sample = RowOf<typeof samples>;

const CREATE = `create table sample (book bigint not null, id bigint not null, word text not null, maybe_word text,
  note text not null, big bigint, small smallint not null, money numeric(38,8) not null, yes boolean not null,
  digest_of_it bytea not null, list jsonb not null, letter text, placed int, held_by text, held_sum numeric(38,8) not null,
  held_deep_at bigint, first bigint not null, second bigint, twice numeric(38,8) not null, primary key (book, id))`;

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.ownerUrl, { max: 2 });
  await pool.query(CREATE);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const write = (writing: (typeof samples)['insert'], rows: readonly Sample[]) => pool.query(writing(rows));
async function byId(rows: readonly Sample[]): Promise<Sample[]> {
  const found = await pool.query<(string | null)[]>({
    text: samples.byId.text,
    values: [rows.map((row) => row.book), rows.map((row) => row.id)],
    rowMode: 'array',
    types: asText,
  });
  return found.rows.map(samples.readTexts);
}

const anyText = fc.string({ unit: 'grapheme' }).filter((text) => !/[\u0000\u001e\u001f]/.test(text));
const big = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const money = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
const whole = fc.integer();
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });

const anySample: fc.Arbitrary<Sample> = fc
  .record({
    book: fc.constant(7n),
    id: fc.bigInt({ min: 1n, max: 2n ** 62n }),
    word: fc.constantFrom('up', 'down'),
    maybeWord: orNull(fc.constantFrom('one', 'other')),
    note: anyText,
    big: orNull(big),
    small: fc.constantFrom(1, 2),
    money,
    yes: fc.boolean(),
    hash: fc.string({ unit: fc.constantFrom('00', 'ff', '5c'), maxLength: 32 }),
    list: fc.array(big),
    letter: orNull(fc.record({ b: whole, a: anyText })),
    placed: fc.integer({ min: 0, max: 99 }),
    held: orNull(fc.record({ by: anyText, sum: money, deep: fc.record({ at: whole }) })),
    pair: fc.record({ first: whole, second: orNull(whole) }),
  })
  .map((row) => ({ ...row, held: row.held === null ? null : { ...row.held, money: row.money } }));
const manySamples = fc.uniqueArray(anySample, { selector: (row) => row.id, minLength: 1, maxLength: 20 });
const ordered = (rows: readonly Sample[]) => rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));

test('derives the row type from the declaration', () => {
  expectTypeOf<Sample['word']>().toEqualTypeOf<'up' | 'down'>();
  expectTypeOf<Sample['big']>().toEqualTypeOf<bigint | null>();
  expectTypeOf<Sample['small']>().toEqualTypeOf<1 | 2>();
  expectTypeOf<NonNullable<Sample['held']>['deep']['at']>().toEqualTypeOf<number>();
  expectTypeOf<Sample['list']>().toEqualTypeOf<readonly bigint[]>();
});

describe('stored rows', () => {
  test('are read back unchanged after insert and update, by position and by name', async () => {
    await fc.assert(
      fc.asyncProperty(manySamples, manySamples, async (made, changes) => {
        await pool.query('truncate sample');
        await write(samples.insert, made);
        expect(ordered(await byId(made))).toEqual(ordered(made));

        const changed = made.map((row, at) => {
          const { word, hash, id } = row;
          return { ...(changes[at] ?? row), word, hash, id };
        });
        await write(samples.update, changed);
        expect(ordered(await byId(made))).toEqual(ordered(changed));

        const named = await pool.query<Record<string, string | null>>({
          text: 'select * from sample',
          types: asText,
        });
        expect(ordered(named.rows.map(samples.read))).toEqual(ordered(changed));
      }),
      { numRuns: 30 },
    );
  });

  const sample = (): Sample => fc.sample(anySample, { numRuns: 1, seed: 18 })[0] as Sample;

  test('contain additional columns, and the default values of an absent group', async () => {
    await pool.query('truncate sample');
    await write(samples.insert, [{ ...sample(), held: null, money: 150_000_000n }]);
    const { rows } = await pool.query('select twice::text, held_sum::text, held_by from sample');
    expect(rows).toEqual([{ twice: '3.00000000', held_sum: '0.00000000', held_by: null }]);
  });

  test('derive an empty column from another column, and cannot be read if a required column is empty', async () => {
    await pool.query('truncate sample');
    await write(samples.insert, [{ ...sample(), small: 2 }]);
    await pool.query('update sample set placed = null');
    const named = await pool.query<Record<string, string | null>>({
      text: 'select * from sample',
      types: asText,
    });
    const raw = named.rows[0] as Record<string, string | null>;
    expect(samples.read(raw).placed).toBe(20);
    expect(() => samples.read({ ...raw, money: null })).toThrow('expected a value in money, found null');
  });

  test('are returned and counted only while they are open', async () => {
    await pool.query('truncate sample');
    const up = { ...sample(), id: 1n, word: 'up' } as const;
    await write(samples.insert, [up, { ...up, id: 2n, word: 'down' }]);
    const open = await pool.query({
      text: samples.open.text,
      values: [[7n]],
      rowMode: 'array',
      types: asText,
    });
    expect(open.rows.map((texts) => samples.readTexts(texts as string[]))).toEqual([up]);
    const counted = await pool.query(samples.openCounts.text, [[7n]]);
    expect(counted.rows).toMatchObject([{ count: '1' }]);
    expect([up.word, 'down' as const].map((word) => samples.isOpen({ ...up, word }))).toEqual([true, false]);
  });
});

test('omits fixed columns from an update', () => {
  expect(samples.changes).not.toContain('word');
  expect(samples.changes).not.toContain('digest_of_it');
  expect(samples.changes).toContain('held_deep_at');
  const row = fc.sample(anySample, { numRuns: 1 })[0] as Sample;
  expect(samples.update([row]).text).not.toMatch(/set .*digest_of_it/);
});

test('builds conditions for one value and for several', () => {
  const status = fields.text<'a' | 'b' | 'c'>().as('standing');
  const where = (open: readonly ('a' | 'b' | 'c')[]) =>
    table('t', { ...fields.key, status }, { open: { status: open } }).openWhere;
  expect(where(['a'])).toBe(`t.standing = 'a'`);
  expect(where(['a', 'c'])).toBe(`t.standing in ('a', 'c')`);
});

test('rejects a table without an id, but gives a constant id to the rows of a view with one row per book', () => {
  expect(() => table('t', { book: fields.bigint() })).toThrow('to have an id');
  const seen = view('v', { holds: fields.flag() }, { id: 5n });
  expect(seen.byId.text).toMatch(/^select t\.book, t\.holds from/);
  const row = seen.readTexts(['7', 't']);
  expect([row, seen.idOf(row)]).toEqual([{ holds: true }, 5n]);
  expect(seen.columns).toEqual([]);
});

test('appends rows to a log table', () => {
  const lines = log('line', { book: fields.bigint(), timeMs: fields.whole() });
  expect(lines.append([{ book: 1n, timeMs: 2 }])).toEqual({
    name: 'append-line',
    text: 'insert into line (book, time_ms) select u.book, u.time_ms from unnest($1::bigint[], $2::bigint[]) as u (book, time_ms)',
    values: ['{1}', '{2}'],
  });
});

test('omits the parameter of a column that is null in all rows, and gives each such statement a separate name', () => {
  const lines = log('line', {
    book: fields.bigint(),
    note: fields.typed().orNull(),
    sum: fields.amount().orNull(),
  });
  const bare = { book: 1n, note: null, sum: null };
  const { name, text, values } = lines.append([bare, { ...bare, sum: 2n }]);
  expect([name, values]).toEqual(['append-line-1', ['{1,1}', '{NULL,0.00000002}']]);
  expect(text).toBe(
    'insert into line (book, note, sum) select u.book, null::text, u.sum from unnest($1::bigint[], $2::numeric[]) as u (book, sum)',
  );
  expect(lines.append([bare]).name).toBe('append-line-2');
  expect(lines.append([bare, { ...bare, sum: 3n }])).toMatchObject({ name, text });
});

test('limits the number of prepared statements, and writes rows beyond the limit with all columns', () => {
  const parts = Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`c${at}`, fields.whole().orNull()]));
  const wide = log('wide', { book: fields.bigint(), ...parts });
  const names = Array.from({ length: 63 }, (_, mask) => {
    const row = Object.fromEntries(
      Array.from({ length: 6 }, (_unused, at) => [`c${at}`, (mask >> at) % 2 === 0 ? null : at]),
    );
    const { name, values } = wide.append([{ ...row, book: 1n } as never]);
    if (name === 'append-wide') expect(values).toHaveLength(7);
    return name;
  });
  expect(new Set(names).size).toBe(33);
});

test('rejects a value that its column does not accept', () => {
  const isUp = (word: string): word is 'up' => word === 'up';
  const words = log('w', { word: fields.text(isUp) });
  expect(words.read({ word: 'up' })).toEqual({ word: 'up' });
  expect(() => words.read({ word: 'down' })).toThrow('found down');
});
