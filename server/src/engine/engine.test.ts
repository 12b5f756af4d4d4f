/**
 * Runs the engine on a real PostgreSQL, with late announcements, a predecessor's unfinished work, and crashes of the database.
 */
import { expect, test } from 'vitest';
import { onceAllOthersCommitted, soon, SYMBOL, waitingRows } from './testing/armed-rows.ts';

const world = waitingRows();

test('fires at the entry that reaches the level, and deletes an announcement once it has been checked', async () => {
  await world().append([[99, 100]]);
  const engine = await world().startEngine();
  await world().arm({ row: 1, level: '98', armed: 1 });
  await world().arm({ row: 2, level: '90', armed: 1 });
  await world().arm({ row: 3, level: '101', armed: 1, condition: 'bid_at_or_above' });
  await engine.poke();
  expect(engine.size).toBe(3);
  await world().append([
    [98, 99],
    [97, 98],
    [102, 103],
    [97, 98],
  ]);
  await expect.poll(() => world().firedRows(), soon).toEqual(['1 at 3', '3 at 4']);
  await expect.poll(() => world().handledSeq(), soon).toBe(5);
  await expect
    .poll(
      async () => (await world().pool.query('select 1 from engine_inbox')).rowCount,
      onceAllOthersCommitted,
    )
    .toBe(0);
  expect(engine.lagMs(SYMBOL)).toBeLessThan(1000);
  expect(world().troubles).toEqual([]);
});

test('fires a row whose transaction commits late, at the entry that the row missed', async () => {
  await world().append([[99, 100]]);
  const engine = await world().startEngine();
  const slow = await world().pool.connect();
  await slow.query('begin');
  await world().arm({ row: 1, level: '95', armed: 1 }, slow);
  await world().arm({ row: 2, level: '50', armed: 1 });
  await engine.poke();
  expect(engine.size).toBe(1);
  await world().append([
    [98, 99],
    [94, 95],
    [98, 99],
  ]);
  await slow.query('commit');
  slow.release();
  await expect.poll(() => world().firedRows(), soon).toEqual(['1 at 3']);
});

test('fires rows changed while no process led, at the entries that reached them, after the next start', async () => {
  await world().append([[99, 100]]);
  await (await world().startEngine()).stop();
  await world().arm({ row: 1, level: '95', armed: 1 });
  await world().append([[98, 99]], false);
  await world().arm({ row: 2, level: '105', armed: 2, condition: 'bid_at_or_above' });
  await world().append(
    [
      [94, 95],
      [106, 107],
      [94, 95],
    ],
    false,
  );
  await world().startEngine();
  await expect.poll(() => world().firedRows(), soon).toEqual(['1 at 3', '2 at 4']);
});

test('fires a row that was announced before the saved position but never read, at the entry that it missed', async () => {
  await world().append([[99, 100]]);
  const first = await world().startEngine();
  const slow = await world().pool.connect();
  await slow.query('begin');
  await world().arm({ row: 1, level: '95', armed: 1 }, slow);
  await world().append([
    [94, 95],
    [98, 99],
  ]);
  await first.stop();
  expect(await world().handledSeq()).toBe(3);
  await slow.query('commit');
  slow.release();
  await world().startEngine();
  await expect.poll(() => world().firedRows(), soon).toEqual(['1 at 2']);
});

test('holds back the saved position for a firing that never committed, and the next leader repeats the firing', async () => {
  await world().append([[99, 100]]);
  const stuck = await world().startEngine(world().sourceOf({ fire: () => Promise.resolve('busy') }));
  await world().arm({ row: 1, level: '95', armed: 1 });
  await stuck.poke();
  await world().append([
    [94, 95],
    [98, 99],
  ]);
  await expect.poll(() => stuck.lagMs(SYMBOL), soon).toBeGreaterThan(100);
  await stuck.stop();
  expect(await world().handledSeq()).toBe(1);
  expect(await world().firedRows()).toEqual([]);
  await world().startEngine();
  await expect.poll(() => world().firedRows(), soon).toEqual(['1 at 2']);
});

test('keeps the announcement of a late firing that never committed', async () => {
  await world().append([
    [99, 100],
    [94, 95],
    [98, 99],
  ]);
  const stuck = await world().startEngine(world().sourceOf({ fire: () => Promise.resolve('busy') }));
  await expect.poll(() => world().handledSeq(), soon).toBe(3);
  await world().arm({ row: 1, level: '95', armed: 1 });
  await stuck.poke();
  await world().append([[98, 99]]);
  await stuck.stop();
  await world().startEngine();
  await expect.poll(() => world().firedRows(), soon).toEqual(['1 at 2']);
});

test('retries a row until a bug in its feature is fixed, without delaying other rows', async () => {
  await world().append([[99, 100]]);
  let broken = true;
  const engine = await world().startEngine(
    world().sourceOf({
      fire: async (firing) => {
        if (broken && firing.trigger.row === 1n) throw new Error('failed on purpose');
        return world().recordFiring(firing);
      },
    }),
  );
  await world().arm({ row: 1, level: '95', armed: 1 });
  await world().arm({ row: 2, level: '95', armed: 1 });
  await engine.poke();
  await world().append([[94, 95]]);
  await expect.poll(() => world().firedRows(), soon).toEqual(['2 at 2']);
  expect(world().troubles[0]).toContain('engine: failed to fire waiting_row 1 at entry BTC/USDT 2');
  broken = false;
  await expect.poll(() => world().firedRows(), soon).toEqual(['1 at 2', '2 at 2']);
});

test('reads from the tape the entries that it was not notified of', async () => {
  await world().append([[99, 100]]);
  const engine = await world().startEngine();
  await world().arm({ row: 1, level: '95', armed: 1 });
  await engine.poke();
  await world().append(
    [
      [94, 95],
      [93, 94],
    ],
    false,
  );
  await world().append([[98, 99]]);
  await expect.poll(() => world().firedRows(), soon).toEqual(['1 at 2']);
});

test('does not fire a removed level, and fires a moved one at its new level', async () => {
  await world().append([[99, 100]]);
  const engine = await world().startEngine();
  await world().arm({ row: 1, level: '95', armed: 1 });
  await world().arm({ row: 2, level: '95', armed: 1 });
  await engine.poke();
  await world().arm({ row: 1, level: '97', armed: 1, version: 2 });
  await world().pool.query(
    `insert into engine_inbox (symbol, kind, book, row_id, version, condition, level, armed_seq)
     values ('${SYMBOL}', 'waiting_row', 1, 2, 2, 'ask_at_or_below', null, 1)`,
  );
  await engine.poke();
  expect(engine.size).toBe(1);
  await world().append([
    [96, 97],
    [94, 95],
  ]);
  await expect.poll(() => world().firedRows(), soon).toEqual(['1 at 2']);
});

test('fails to start if a feature returns a trigger of another kind', async () => {
  await world().append([[99, 100]]);
  await world().arm({ row: 1, level: '95', armed: 1 });
  await expect(world().startEngine({ ...world().sourceOf(), kind: 'other' })).rejects.toThrow(
    'expected triggers of other, got waiting_row',
  );
});

test('completes a rebuild that takes longer than the time limit of a serving transaction', async () => {
  await world().arm({ row: 1, level: '95', armed: 0 });
  const engine = await world().startEngine(
    world().sourceOf({ onOpen: (connection) => connection.query('select pg_sleep(3.1)') }),
  );
  expect(engine.size).toBe(1);
});

test('fires rows armed below the horizon after a database crash discarded the last transaction ids', async () => {
  await world().append([[99, 100]]);
  const pool = world().pool;
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<{ rows: { horizon: string }[] }>;
  let state: 'ahead' | 'cut' | 'back' = 'ahead';
  // The read returns a horizon from before the crash, which undid the transactions below that horizon; then the connection
  // breaks.
  (pool as { query: unknown }).query = async (...given: unknown[]) => {
    const isInbox = (given[0] as { name?: string }).name === 'engine_inbox_since';
    if (isInbox && state === 'cut') {
      state = 'back';
      throw new Error('Connection terminated unexpectedly');
    }
    const answer = await query(...given);
    if (isInbox && state === 'ahead') {
      for (const row of answer.rows) row.horizon = String(BigInt(row.horizon) + 1000n);
    }
    return answer;
  };
  const engine = await world().startEngine();
  await engine.poke();
  state = 'cut';
  await expect.poll(() => state, soon).toBe('back');
  await world().arm({ row: 1, level: '95', armed: 1 });
  await world().append([
    [94, 95],
    [98, 99],
  ]);
  await expect.poll(() => world().firedRows(), soon).toEqual(['1 at 2']);
  expect(world().troubles.length).toBeGreaterThan(0);
});

test('fires rows armed below the horizon even if no read of the inbox failed during the crash', async () => {
  await world().append([[99, 100]]);
  const pool = world().pool;
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<{ rows: { horizon: string }[] }>;
  let state: 'ahead' | 'stalled' | 'back' = 'ahead';
  let goOn = (): void => undefined;
  const stalled = new Promise<void>((resolve) => (goOn = resolve));
  let waits = false;
  (pool as { query: unknown }).query = async (...given: unknown[]) => {
    const isInbox = (given[0] as { name?: string }).name === 'engine_inbox_since';
    if (isInbox && state === 'stalled') {
      waits = true;
      await stalled;
    }
    const answer = await query(...given);
    if (isInbox && state === 'ahead') {
      for (const row of answer.rows) row.horizon = String(BigInt(row.horizon) + 1000n);
    }
    return answer;
  };
  const engine = await world().startEngine();
  await engine.poke();
  state = 'stalled';
  await expect.poll(() => waits, soon).toBe(true);
  // Break all of the pool's connections, as a crash does, so that the next read opens a new one.
  const held = await Promise.all(Array.from({ length: 8 }, () => pool.connect()));
  for (const connection of held) connection.release(true);
  await world().arm({ row: 1, level: '95', armed: 1 });
  state = 'back';
  goOn();
  await world().append([
    [94, 95],
    [98, 99],
  ]);
  await expect.poll(() => world().firedRows(), soon).toEqual(['1 at 2']);
  expect(world().troubles).toEqual([]);
});
