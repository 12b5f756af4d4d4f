/** Runs the engine on a real PostgreSQL, with rows that trail the price or wait for a time, and rows that a firing rearms. */
import { expect, test } from 'vitest';
import { EVERY_MS, onceAllOthersCommitted, soon, SYMBOL, waitingRows } from './testing/armed-rows.ts';
import type { TriggerSource } from '../commands/trigger-source.ts';

const world = waitingRows();

test('fires trailing triggers and time triggers at the entries that reach them', async () => {
  await world().append([[99, 100]]);
  const engine = await world().startEngine();
  await world().arm({ row: 1, level: '5', armed: 1, condition: 'bid_falls_by' });
  await world().arm({ row: 2, level: '5', armed: 1, condition: 'ask_rises_by' });
  await world().arm({ row: 3, level: '', levelMs: 4 * EVERY_MS, armed: 1, condition: 'time_at_or_after' });
  await world().arm({ row: 4, level: '', levelMs: 0, armed: 1, condition: 'time_at_or_after' });
  await engine.poke();
  await world().append([
    [102, 103],
    [98, 99],
    [97, 98],
    [103, 104],
  ]);
  await expect.poll(() => world().firedRows(), soon).toEqual(['1 at 4', '2 at 5', '3 at 4', '4 at 2']);
});

test('recomputes the extreme of a trailing trigger under every new leader', async () => {
  await world().append([
    [99, 100],
    [120, 121],
    [100, 101],
  ]);
  const first = await world().startEngine();
  await world().arm({ row: 1, level: '30', armed: 1, condition: 'bid_falls_by' });
  await world().arm({ row: 2, level: '30', armed: 3, condition: 'bid_falls_by' });
  await world().arm({ row: 3, level: '8', armed: 1, condition: 'ask_rises_by', version: 7 });
  await first.poke();
  await world().append([[95, 96], [110, 111], ...Array.from({ length: 6 }, () => [103, 104] as const)]);
  await expect.poll(() => world().firedRows(), soon).toEqual(['3 at 2']);
  await expect.poll(() => world().handledSeq(), soon).toBe(11);
  await first.stop();
  const second = await world().startEngine();
  expect(second.size).toBe(2);
  await world().append([
    [91, 92],
    [90, 91],
    [81, 82],
    [80, 81],
  ]);
  await expect.poll(() => world().firedRows(), soon).toEqual(['1 at 13', '2 at 15', '3 at 2']);
});

test('includes in a trailing row’s extreme the entries before its late announcement, even minutes earlier', async () => {
  await world().append([[99, 100]]);
  await world().startEngine();
  const slow = await world().pool.connect();
  await slow.query('begin');
  await world().arm({ row: 1, level: '10', armed: 2, condition: 'bid_falls_by' }, slow);
  await world().arm({ row: 2, level: '30', armed: 2, condition: 'bid_falls_by' }, slow);
  await world().append([[104, 105], ...Array.from({ length: 7 }, () => [100, 101] as const), [94, 95]]);
  await slow.query('commit');
  slow.release();
  await expect.poll(() => world().firedRows(), soon).toEqual(['1 at 10']);
  await Promise.all(world().engines.map((engine) => engine.stop()));
  await world().arm({ row: 3, level: '11', armed: 2, condition: 'bid_falls_by' });
  await world().startEngine();
  // An engine that has just started holds no part of the tape in memory.
  await world().arm({ row: 4, level: '12', armed: 2, condition: 'bid_falls_by' });
  await world().append([[92, 93]]);
  await expect.poll(() => world().firedRows(), soon).toEqual(['1 at 10', '3 at 11', '4 at 11']);
});

/** Fires a warning: the firing rearms the row at the firing entry with a level ten lower, until the last level. */
function warning(fired: string[], lastLevel: number): TriggerSource['fire'] {
  return async ({ trigger: { row, version }, entry: { seq } }) => {
    const { rows } = await world().pool.query<{ version: string; level: string }>(
      'select version, level from waiting_row where row_id = $1',
      [row],
    );
    if (Number(rows[0]!.version) !== version) return 'done';
    const level = Number(rows[0]!.level);
    fired.push(`${row}v${version} at ${seq}`);
    if (level === lastLevel) {
      await world().pool.query(
        'update waiting_row set fired_seq = $2, version = version + 1 where row_id = $1',
        [row, seq],
      );
    } else {
      const connection = await world().pool.connect();
      await connection.query('begin');
      await world().arm(
        {
          row: Number(row),
          level: `${level - 10}`,
          armed: Number(seq),
          condition: 'bid_at_or_below',
          version: version + 1,
        },
        connection,
      );
      await connection.query('commit');
      connection.release();
    }
    return 'done';
  };
}

test('fires a rearmed row only at an entry after the firing entry', async () => {
  await world().append([[99, 100]]);
  const fired: string[] = [];
  const engine = await world().startEngine(world().sourceOf({ fire: warning(fired, 70) }));
  await world().arm({ row: 1, level: '90', armed: 1, condition: 'bid_at_or_below' });
  await engine.poke();
  await world().append([
    [60, 61],
    [99, 100],
    [75, 76],
    [71, 72],
    [70, 71],
  ]);
  await expect.poll(() => world().firedRows(), soon).toEqual(['1 at 6']);
  expect(fired).toEqual(['1v1 at 2', '1v2 at 4', '1v3 at 6']);
});

test('fires a thousand rows at one entry and rearms them at that entry', async () => {
  await world().append([[99, 100]]);
  await world().pool.query(
    `insert into waiting_row (row_id, version, condition, level, armed_seq)
     select n, 1, 'bid_at_or_below', 90, 1 from generate_series(1, 1000) n`,
  );
  await world().pool.query(
    `insert into engine_inbox (symbol, kind, book, row_id, version, condition, level, armed_seq)
     select $1, 'waiting_row', 1, row_id, version, condition, level, armed_seq from waiting_row`,
    [SYMBOL],
  );
  const fired: string[] = [];
  const engine = await world().startEngine(world().sourceOf({ fire: warning(fired, 80) }));
  expect(engine.size).toBe(1000);
  await world().append([
    [70, 71],
    [60, 61],
  ]);
  await expect.poll(() => fired.length, { timeout: 60_000, interval: 50 }).toBe(2000);
  expect(new Set(fired).size).toBe(2000);
  expect(fired.filter((text) => !/v1 at 2|v2 at 3/.test(text))).toEqual([]);
  await expect.poll(() => world().handledSeq(), soon).toBe(3);
  await expect
    .poll(
      async () => (await world().pool.query('select 1 from engine_inbox')).rowCount,
      onceAllOthersCommitted,
    )
    .toBe(0);
});
