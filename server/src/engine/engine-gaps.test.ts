/** Runs the engine on a real PostgreSQL, with gaps in the tape. */
import { expect, test } from 'vitest';
import { EVERY_MS, soon, SYMBOL, waitingRows } from './testing/armed-rows.ts';

const world = waitingRows();
const clock = { level: '', condition: 'clock_at_or_after' } as const;
const time = { level: '', condition: 'time_at_or_after' } as const;

test('fires clock triggers at a gap entry, and price and time triggers at the quote after it', async () => {
  await world().append([[99, 100]]);
  const engine = await world().startEngine();
  expect(engine.clockWaitedFor(SYMBOL)).toBeUndefined();
  await world().arm({ row: 1, ...clock, levelMs: 2 * EVERY_MS, armed: 1 });
  await world().arm({ row: 2, ...clock, levelMs: 3 * EVERY_MS, armed: 1 });
  await world().arm({ row: 3, ...time, levelMs: 0, armed: 1 });
  await world().arm({ row: 4, level: '101', armed: 1 });
  await engine.poke();
  expect(engine.clockWaitedFor(SYMBOL)).toBe(2 * EVERY_MS);
  await world().append(['gap']);
  await expect.poll(() => world().firedRows(), soon).toEqual(['1 at 2']);
  expect(engine.clockWaitedFor(SYMBOL)).toBe(3 * EVERY_MS);
  // The row is armed at the gap entry. The time that it waits for is long past, but only a later entry fires it.
  await world().arm({ row: 5, ...clock, levelMs: 0, armed: 2 });
  await engine.poke();
  expect(engine.clockWaitedFor(SYMBOL)).toBe(0);
  await world().append(['gap', [99, 100]]);
  await expect
    .poll(() => world().firedRows(), soon)
    .toEqual(['1 at 2', '2 at 3', '3 at 4', '4 at 4', '5 at 3']);
  expect(engine.clockWaitedFor(SYMBOL)).toBeUndefined();
  expect(world().troubles).toEqual([]);
});

test('reports no waiting rows when stopped', async () => {
  await world().append([[99, 100]]);
  await world().arm({ row: 1, ...clock, levelMs: 0, armed: 1 });
  const engine = await world().startEngine();
  expect(engine.clockWaitedFor(SYMBOL)).toBe(0);
  await engine.stop();
  expect(engine.clockWaitedFor(SYMBOL)).toBeUndefined();
});

test('fires at the gap entries that no leader has evaluated, once the next leader starts', async () => {
  await world().append([[99, 100]]);
  await (await world().startEngine()).stop();
  await world().arm({ row: 1, ...clock, levelMs: 4 * EVERY_MS, armed: 1 });
  await world().arm({ row: 2, level: '3', condition: 'bid_falls_by', armed: 1 });
  await world().append([[98, 99], 'gap', 'gap', [97, 98], [96, 97]], false);
  await world().startEngine();
  await expect.poll(() => world().firedRows(), soon).toEqual(['1 at 4', '2 at 6']);
});

test('fires a row armed long ago at the gap entry that it missed, in whichever minute the entry is stored', async () => {
  await world().append([[99, 100], 'gap', 'gap', 'gap', 'gap', [98, 99]]);
  const engine = await world().startEngine();
  const slow = await world().pool.connect();
  await slow.query('begin');
  for (const [row, at] of [2, 3, 5, 6].entries()) {
    await world().arm({ row: row + 1, ...clock, levelMs: at * EVERY_MS, armed: 1 }, slow);
  }
  await world().arm({ row: 5, ...clock, levelMs: 0, armed: 4 }, slow);
  await world().arm({ row: 6, ...time, levelMs: 2 * EVERY_MS, armed: 3 }, slow);
  await world().arm({ row: 7, level: '98', condition: 'bid_at_or_below', armed: 3 }, slow);
  await slow.query('commit');
  slow.release();
  await engine.poke();
  await expect
    .poll(() => world().firedRows(), soon)
    .toEqual(['1 at 2', '2 at 3', '3 at 5', '4 at 6', '5 at 5', '6 at 6', '7 at 6']);
  expect(world().troubles).toEqual([]);
});
