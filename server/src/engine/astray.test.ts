/**
 * A false announcement to the engine, made by an attacker with the commands' SQL role, is reported and delays no other row. The
 * announced row still fires at the level or time stored in the row itself.
 */
import { expect, test } from 'vitest';
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import { timeInvariants } from '../app/time-invariants.ts';
import { FalselyFired } from '../commands/trigger-source.ts';
import type { TriggerSource } from '../commands/trigger-source.ts';
import { Astray } from './astray.ts';
import type { Firing } from './lane.ts';
import { onceAllOthersCommitted, soon, SYMBOL, waitingRows } from './testing/armed-rows.ts';

const world = waitingRows();
const later = { timeout: 10_000, interval: 20 };

/** Fires a row as a feature would: a purchase fires at the first ask at or below its level. */
function asTheRowSays(refused?: (firing: Firing) => boolean): TriggerSource['fire'] {
  return async (firing) => {
    const { trigger, entry } = firing;
    const { rows } = await world().pool.query<{ reached: boolean }>(
      `select w.armed_seq < t.seq and t.ask <= w.level as reached from waiting_row w join tape t on t.symbol = $3 and t.seq = $4
        where w.row_id = $1 and w.version = $2 and w.fired_seq is null`,
      [trigger.row, trigger.version, entry.symbol, entry.seq],
    );
    if (rows[0]?.reached === false)
      throw new FalselyFired(`entry ${entry.seq} does not reach ${trigger.row}`);
    if (refused?.(firing) === true) throw new Error('expected an earlier entry to fire the row');
    return world().recordFiring(firing);
  };
}

const tells = (given: Readonly<Record<string, string>>) => {
  const row = {
    ...{ symbol: `'${SYMBOL}'`, kind: `'waiting_row'`, book: '1', row_id: '1', version: '1' },
    ...{ condition: `'ask_at_or_below'`, level: '99', armed_seq: '1' },
    ...given,
  };
  return world().pool.query(
    `insert into engine_inbox (${Object.keys(row).join()}) values (${Object.values(row).join()})`,
  );
};
const setAside = async () =>
  (await world().pool.query('select kind, row_id::int as row, version::int, told from engine_set_aside'))
    .rows;

test('fires a row at the price stored in the row after a false announcement gave another price', async () => {
  await world().append([[99, 100]]);
  const engine = await world().startEngine(world().sourceOf({ fire: asTheRowSays() }));
  await world().arm({ row: 1, level: '95', armed: 1 });
  await world().arm({ row: 2, level: '97', armed: 1 });
  await tells({ level: '99' });
  await engine.poke();
  await world().append([[98, 99]]);
  await expect
    .poll(setAside, soon)
    .toEqual([{ kind: 'waiting_row', row: 1, version: 1, told: 'entry 2 does not reach 1' }]);
  // The engine doesn't lag, and it deletes announcements that should be deleted.
  expect(engine.lagMs(SYMBOL)).toBeLessThan(100);
  await expect.poll(() => world().handledSeq(), soon).toBe(2);
  await world().append([[96, 97]]);
  await expect.poll(() => world().firedRows(), soon).toEqual(['2 at 3']);
  await world().append([[94, 95]]);
  await expect.poll(() => world().firedRows(), later).toEqual(['1 at 4', '2 at 3']);
  await expect
    .poll(async () => (await world().pool.query('select from engine_inbox')).rowCount, onceAllOthersCommitted)
    .toBe(0);
  expect(world().troubles).toEqual([
    'engine: failed to fire waiting_row 1 at entry BTC/USDT 2: Error: entry 2 does not reach 1',
  ]);
});

test('fires a row at the entry that reached its level after a false announcement gave a later arming entry', async () => {
  await world().append([[99, 100]]);
  const fire = asTheRowSays(({ trigger: { row }, entry }) => row === 1n && entry.seq > 2n);
  const engine = await world().startEngine(world().sourceOf({ fire }));
  await world().arm({ row: 1, level: '95', armed: 1 });
  await tells({ level: '95', armed_seq: '2' });
  await engine.poke();
  await world().append([
    [94, 95],
    [94, 95],
  ]);
  await expect.poll(() => world().firedRows(), later).toEqual(['1 at 2']);
});

test('rereads a row once per minute, however often it is falsely announced', async () => {
  await world().append([[99, 100]]);
  await world().arm({ row: 1, level: '95', armed: 1 });
  let nowMs = 0;
  let down = true;
  const announced: Trigger[] = [];
  const astray = new Astray({
    pool: world().pool,
    sources: [
      world().sourceOf({
        onOpen: () => (down ? Promise.reject(new Error('failed on purpose')) : Promise.resolve()),
      }),
    ],
    announce: (trigger) => void announced.push(trigger),
    nowMs: () => nowMs,
    onTrouble: (text) => void world().troubles.push(text),
  });
  const lost = { kind: 'waiting_row', book: 1n, row: 1n };
  astray.recover(lost);
  // A failed read from the database doesn't lose the row.
  await expect
    .poll(() => world().troubles, later)
    .toEqual(['engine: failed to reread rows that did not fire (retrying)']);
  down = false;
  await expect.poll(() => announced.map(({ row }) => row), later).toEqual([1n]);
  astray.recover(lost);
  astray.recover(lost);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(announced).toHaveLength(1);
  nowMs = 60_001;
  await expect.poll(() => announced.map(({ row }) => row), later).toEqual([1n, 1n]);
  await astray.stop();
});

test('sets aside and records a trigger that stays busy, continues with its market, and fires the trigger at its entry once possible', async () => {
  await world().append([[99, 100]]);
  let isFree = false;
  const source = world().sourceOf({
    fire: async (firing) => (firing.trigger.row === 1n && !isFree ? 'busy' : world().recordFiring(firing)),
  });
  const engine = await world().startEngine(source, { busyMax: 6 });
  await world().arm({ row: 1, level: '97', armed: 1 });
  await world().arm({ row: 2, level: '95', armed: 1 });
  await engine.poke();
  await world().append([
    [96, 97],
    [99, 100],
    [94, 95],
  ]);
  await expect.poll(() => world().firedRows(), soon).toEqual(['2 at 4']);
  await expect
    .poll(setAside, soon)
    .toEqual([{ kind: 'waiting_row', row: 1, version: 1, told: 'busy 6 times at entry 2' }]);
  expect(engine.lagMs(SYMBOL)).toBeLessThan(1000);
  expect(world().troubles).toEqual([
    'engine: set aside waiting_row 1 of book 1 (still retrying): Error: busy 6 times at entry 2',
  ]);
  const named = async (name: string) =>
    (await world().pool.query(timeInvariants.find(({ invariant }) => invariant.endsWith(name))?.sql ?? ''))
      .rows;
  expect(await named('it stayed busy')).toEqual([
    { format: 'waiting_row 1 of book 1 on BTC/USDT, version 1: busy 6 times at entry 2' },
  ]);
  // The row is not reported as a false announcement, for which the guard would freeze payouts.
  expect(await named('no row bears out')).toEqual([]);
  // A leader that takes over now would begin before the row's entry.
  await engine.stop();
  expect(await world().handledSeq()).toBe(1);
  isFree = true;
  await world().startEngine(source);
  await expect.poll(() => world().firedRows(), soon).toEqual(['1 at 2', '2 at 4']);
});

test('sets aside an announcement of a kind that no feature fires', async () => {
  await world().append([[99, 100]]);
  const engine = await world().startEngine();
  await tells({ kind: `'whim'` });
  await world().arm({ row: 2, level: '97', armed: 1 });
  await engine.poke();
  await world().append([[96, 97]]);
  await expect.poll(() => world().firedRows(), soon).toEqual(['2 at 2']);
  expect(await setAside()).toEqual([{ kind: 'whim', row: 1, version: 1, told: 'no feature fires whim' }]);
  expect(engine.lagMs(SYMBOL)).toBeLessThan(1000);
});

test.each<[string, Record<string, string>, string]>([
  ['a level that is not a number', { level: `'NaN'` }, 'engine_inbox_reckoned'],
  ['a negative entry', { armed_seq: '-1' }, 'engine_inbox_reckoned'],
  [
    'an entry number that a double cannot represent exactly',
    { armed_seq: '9007199254740993' },
    'engine_inbox_reckoned',
  ],
  ['a negative time', { since_ms: '-1' }, 'engine_inbox_reckoned'],
  [
    'the id of another transaction',
    { xid: `'9000000000000000000'` },
    'permission denied for table engine_inbox',
  ],
  ['a symbol too long for the index', { symbol: `repeat('x', 3000)` }, 'engine_inbox_named'],
  ['a kind too long for the index', { kind: `repeat('x', 3000)` }, 'engine_inbox_named'],
  ['an id chosen by the caller', { id: '1' }, 'permission denied for table engine_inbox'],
])('rejects an announcement with %s', async (_, given, refusal) => {
  const said = await tells(given).then(
    () => 'written',
    (error: { constraint?: string; message: string }) => error.constraint ?? error.message,
  );
  expect(said).toBe(refusal);
});
