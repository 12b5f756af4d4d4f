/**
 * The margin of a new leveraged order, written by plain SQL of the serving role without the journal that freezes it, or with a
 * journal for another order or another amount. Whatever trigger the order waits for, the database rejects it at the commit.
 */
import { expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { fateOf } from './testing/fate.ts';
import { positionsWorld } from './testing/resting-world.ts';

const world = positionsWorld({ customers: 20, hold: /frozen|holds|journal/ });
type Order = Parameters<typeof world.opens>[0];

const LIMIT = { leverage: 2, price: amount('19500') } as const;
/** Returns SQL that copies an order with other columns, and with the journal that it names. */
async function copied(id: bigint, change: Readonly<Record<string, string>> = {}): Promise<string> {
  const names = await world.house.owner<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'position' order by ordinal_position`,
  );
  const columns = names.map(({ name }) => name);
  const values = columns.map((name) => change[name] ?? (name === 'id' ? 'id + 1000000' : name));
  return `insert into position (${columns.join()}) select ${values.join()} from position where id = ${id}`;
}
/** Returns SQL for a journal that freezes an amount for an order, in the same transaction. */
const freezes = (
  moved: string,
  of: string,
) => `with turn as (update book set seq = seq + 1 where id = ${world.book} returning seq)
  insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts)
    select ${world.book}, t.seq, 'contract_hold', 'position:${of}', market_ms(), 0, '{contract,contract_frozen}', '{USDT,USDT}',
      array[-${moved}, ${moved}]::numeric[] from turn t`;
const atCommit = (statements: readonly string[]) => fateOf(world.house.pool, statements, { atCommit: true });

test.each<[string, Order]>([
  ['a limit order', LIMIT],
  ['a stop order', { leverage: 2, type: 'stop', price: amount('20500') }],
  ['a limit order that sells', { leverage: 2, side: 'short', price: amount('20500') }],
])('rejects %s whose margin no journal freezes', async (_, order) => {
  const id = await world.opens(order);
  expect(await world.fate(await copied(id))).toBe('written');
  expect(await atCommit([await copied(id)])).toBe('position_frozen');
});

test('rejects an order whose journal freezes too little, too much, or for another order, and accepts one that freezes exactly its margin', async () => {
  const id = await world.opens(LIMIT);
  const copy = (id + 1_000_000n).toString();
  const [row] = await world.house.owner<{ margin: string }>('select margin from position where id = $1', [
    id.toString(),
  ]);
  const margin = row?.margin ?? '';
  const withJournal = async (moved: string, of: string) => atCommit([await copied(id), freezes(moved, of)]);
  expect(await withJournal(margin, copy)).toBe('written');
  for (const moved of ['1', `(${margin} + 1)`]) expect(await withJournal(moved, copy)).not.toBe('written');
  expect(await withJournal(margin, '1')).not.toBe('written');
});

test('accepts the margin that the executor freezes', async () => {
  const id = await world.opens(LIMIT);
  const [held] = await world.house.owner<{ holds: boolean }>(
    `select margin = (select sum(p.amount) from posting p join journal j on j.book = p.book and j.seq = p.seq
      where j.ref = 'position:' || $1 and p.account = 'contract_frozen') as holds from position where id = $1::bigint`,
    [id.toString()],
  );
  expect(held?.holds).toBe(true);
});

/** A transaction may have its checks run early, and may undo a part of itself with its checks. */
test.each<[string, (own: string, other: string, freezesOwn: string) => readonly string[], string]>([
  [
    'after the checks of a paid one',
    (own, other, paid) => [paid, own, 'set constraints all immediate', other],
    'position_frozen',
  ],
  [
    'after the checks of a paid one, at the commit',
    (own, other, paid) => [paid, own, 'set constraints all immediate', 'set constraints all deferred', other],
    'position_frozen',
  ],
  ['between a paid one and its journal', (own, other, paid) => [paid, other, own], 'journal_holds'],
  [
    'after the checks of a paid one in a savepoint',
    (own, other, paid) => [paid, own, 'savepoint a', 'set constraints all immediate', 'release a', other],
    'position_frozen',
  ],
  [
    'after the checks of a paid one were undone',
    (own, other, paid) => [paid, own, 'savepoint a', 'set constraints all immediate', 'rollback to a', other],
    'journal_holds',
  ],
  [
    'whose journal alone is undone after its checks',
    (own, _, paid) => [own, 'savepoint a', paid, 'rollback to a'],
    'position_frozen',
  ],
])('rejects an unpaid order written %s', async (_what, statements, told) => {
  const id = await world.opens(LIMIT);
  const own = await copied(id);
  const other = await copied(id, { id: 'id + 2000000' });
  const [row] = await world.house.owner<{ margin: string }>('select margin from position where id = $1', [
    id.toString(),
  ]);
  const paid = freezes(row?.margin ?? '', (id + 1_000_000n).toString());
  expect(await atCommit([paid, own])).toBe('written');
  expect(await atCommit(statements(own, other, paid))).toBe(told);
});

test.each([
  `insert into check_due (guard, books, ids) values ('contracts', '{1}', '{1}')`,
  'delete from check_due',
  `select nextval('check_due_id_seq')`,
  `select setval('check_due_id_seq', 1)`,
  `select contract_holds_explained('{1}', '{1}', 0)`,
])('lets the serving role neither write nor skip the checks that are due: %s', async (statement) => {
  await expect(world.house.pool.query(statement)).rejects.toMatchObject({ code: '42501' });
});
