/**
 * A row that an entry reached but that didn't fire, because of a false announcement or a false position, still fires at that
 * entry.
 */
import { expect, test } from 'vitest';
import { SYMBOL, soon, waitingRows } from './testing/armed-rows.ts';

const world = waitingRows();
const later = { timeout: 10_000, interval: 20 };

test('after the next start, fires a row that was skipped because of a false position', async () => {
  await world().tellLeftUnfired();
  await world().append([[99, 100]]);
  const before = await world().startEngine();
  await world().arm({ row: 1, level: '95', armed: 1 });
  await world().arm({ row: 2, level: '90', armed: 1 });
  await before.poke();
  await world().append([[98, 99]]);
  await expect.poll(() => world().handledSeq(), soon).toBe(2);
  await before.stop();
  await world().pool.query('delete from engine_inbox');
  await world().append([
    [94, 95],
    [93, 94],
  ]);
  await world().pool.query('update engine_position set handled_seq = 4');
  await world().startEngine();
  await expect.poll(() => world().firedRows(), later).toEqual(['1 at 3']);
  expect(world().troubles).toEqual([
    'engine: found a row that should have fired (rereading it): Error: row 1',
  ]);
});

test('after the next start, fires a row that a false announcement removed', async () => {
  await world().tellLeftUnfired();
  await world().append([[99, 100]]);
  const before = await world().startEngine();
  await world().arm({ row: 1, level: '95', armed: 1 });
  await world().pool.query(
    `insert into engine_inbox (symbol, kind, book, row_id, version, condition, level, armed_seq)
      values ('${SYMBOL}', 'waiting_row', 1, 1, 1, 'ask_at_or_below', null, 1)`,
  );
  await before.poke();
  await world().append([
    [94, 95],
    [98, 99],
  ]);
  await expect.poll(() => world().handledSeq(), soon).toBe(3);
  await before.stop();
  expect(await world().firedRows()).toEqual([]);
  await world().pool.query('delete from engine_inbox');
  await world().startEngine();
  await expect.poll(() => world().firedRows(), later).toEqual(['1 at 2']);
});

test('rejects a saved position that moves backwards or is negative', async () => {
  const said = (sql: string) =>
    world()
      .pool.query(sql)
      .then(
        () => 'written',
        (error: { constraint?: string; message: string }) => error.constraint ?? error.message,
      );
  await world().pool.query('insert into engine_position (symbol, handled_seq) values ($1, 5)', [SYMBOL]);
  expect([
    await said(`update engine_position set handled_seq = 4`),
    await said(`update engine_position set symbol = 'ETH/USDT'`),
    await said(`insert into engine_position (symbol, handled_seq) values ('ETH/USDT', -1)`),
    await said(`update engine_position set handled_seq = 6`),
  ]).toEqual(['engine_position_forward', 'engine_position_forward', 'engine_position_reached', 'written']);
});
