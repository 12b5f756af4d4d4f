/** The engine on a real PostgreSQL: what it is told late, what a predecessor left undone, and what it must not lose. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import pg from 'pg';
import { minutesOf } from '@candor/domain/market/minute.ts';
import type { TapeMinute } from '@candor/domain/market/minute.ts';
import { fromNumeric, toNumeric } from '@candor/domain/money/amount.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { Trigger, TriggerCondition } from '@candor/domain/trading/trigger.ts';
import { freshDatabase } from '../../../tools/testing/database.ts';
import type { TestDatabase } from '../../../tools/testing/database.ts';
import { createPool } from '../db/pool.ts';
import type { Connection, Pool } from '../db/pool.ts';
import { entryOf, triggerOf } from './testing/cases.ts';
import type { TriggerText } from './testing/cases.ts';
import { Engine } from './engine.ts';
import type { Firing } from './lane.ts';
import type { TriggerSource } from './trigger-source.ts';

const SYMBOL = 'BTC/USDT';
/** Three entries a minute. */
const EVERY_MS = 20_000;
let database: TestDatabase;
let pool: Pool;
let listeners: Set<(entries: readonly TapeEntry[]) => void>;
let engines: Engine[];
let troubles: string[];

beforeEach(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, { max: 8 });
  listeners = new Set();
  engines = [];
  troubles = [];
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  // A feature's table in small: rows that wait, and at which entry each was fired.
  await owner.query(`create table waiting_row (row_id bigint primary key, version bigint not null, condition text not null,
      level numeric(38,8) not null, armed_seq bigint not null, fired_seq bigint);
    grant select, insert, update on waiting_row to candor_app`);
  await owner.end();
});

afterEach(async () => {
  await Promise.all(engines.map((engine) => engine.stop()));
  await pool.end();
  await database.drop();
});

/** Appends entries to the tape; `tell: false` is what an engine never hears of by itself. */
async function append(quotes: readonly (readonly [bid: number, ask: number])[], tell = true): Promise<void> {
  const head = await pool.query<{ seq: string }>('select coalesce(max(seq), 0) as seq from tape');
  const first = Number(head.rows[0]!.seq) + 1;
  const entries = quotes.map(([bid, ask], at) => {
    const seq = first + at;
    return entryOf({ seq, bid: `${bid}`, ask: `${ask}`, timeMs: seq * EVERY_MS });
  });
  for (const { seq, timeMs, bid, ask } of entries) {
    await pool.query(
      `insert into tape (symbol, seq, time_ms, feed_time_ms, bid, ask, last, volume, hash)
       values ($1, $2, $5, $5, $3, $4, $3, 0, decode(repeat('00', 32), 'hex'))`,
      [SYMBOL, seq, toNumeric(bid), toNumeric(ask), timeMs],
    );
  }
  for (const minute of minutesOf(entries)) await writeMinute(minute);
  await pool.query(
    'insert into tape_head (symbol, seq) values ($1, $2) on conflict (symbol) do update set seq = excluded.seq',
    [SYMBOL, entries.at(-1)!.seq],
  );
  if (tell) for (const listener of listeners) listener(entries);
}

async function writeMinute(minute: TapeMinute): Promise<void> {
  const { startMs, firstSeq, lastSeq, ...prices } = minute;
  const { open, high, low, close, bidHigh, bidLow, askHigh, askLow } = prices;
  await pool.query(
    `insert into tape_minute values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 0)
     on conflict (symbol, minute_ms) do update set last_seq = excluded.last_seq,
       bid_high = greatest(tape_minute.bid_high, excluded.bid_high),
       bid_low = least(tape_minute.bid_low, excluded.bid_low),
       ask_high = greatest(tape_minute.ask_high, excluded.ask_high),
       ask_low = least(tape_minute.ask_low, excluded.ask_low)`,
    [
      SYMBOL,
      startMs,
      firstSeq,
      lastSeq,
      ...[open, high, low, close, bidHigh, bidLow, askHigh, askLow].map(toNumeric),
    ],
  );
}

/** What a feature's transaction does when a row gets a level. */
async function arm(connection: Connection | Pool, text: TriggerText): Promise<void> {
  const { row, version, condition, level, armedSeq } = triggerOf(text);
  const values = [row, version, condition, toNumeric(level), armedSeq];
  await connection.query(
    `insert into waiting_row (row_id, version, condition, level, armed_seq) values ($1, $2, $3, $4, $5)
     on conflict (row_id) do update set version = $2, condition = $3, level = $4, armed_seq = $5`,
    values,
  );
  await connection.query(
    `insert into engine_inbox (symbol, kind, book, row_id, version, condition, level, armed_seq)
     values ('${SYMBOL}', 'waiting_row', 1, $1, $2, $3, $4, $5)`,
    values,
  );
}

type SourceOptions = { fire?: TriggerSource['fire']; onOpen?: (connection: Connection) => Promise<unknown> };

function sourceOf({ fire = recordFiring, onOpen }: SourceOptions = {}): TriggerSource {
  return {
    kind: 'waiting_row',
    fire,
    async *openTriggers(connection) {
      await onOpen?.(connection);
      const { rows } = await connection.query('select * from waiting_row where fired_seq is null');
      for (const row of rows as Record<string, string>[]) {
        yield {
          ...triggerOf({ row: Number(row['row_id']), level: row['level']!, armed: Number(row['armed_seq']) }),
          kind: 'waiting_row',
          version: Number(row['version']),
          level: fromNumeric(row['level']!),
          condition: row['condition'] as TriggerCondition,
        } satisfies Trigger;
      }
    },
  };
}

async function recordFiring({ trigger, entry }: Firing): Promise<'done'> {
  const { row, version } = trigger;
  await pool.query(
    'update waiting_row set fired_seq = $3 where row_id = $1 and version = $2 and fired_seq is null',
    [row, version, entry.seq],
  );
  return 'done';
}

async function startEngine(source: TriggerSource = sourceOf()): Promise<Engine> {
  const engine = new Engine({
    pool,
    sources: [source],
    nowMs: () => performance.now(),
    onTrouble: (text, error) => void troubles.push(`${text}: ${String(error)}`),
    onEntries: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
  engines.push(engine);
  await engine.start();
  return engine;
}

async function firedRows(): Promise<string[]> {
  const { rows } = await pool.query<{ row_id: string; fired_seq: string }>(
    'select row_id, fired_seq from waiting_row where fired_seq is not null order by row_id',
  );
  return rows.map((row) => `${row.row_id} at ${row.fired_seq}`);
}

async function handledSeq(): Promise<number> {
  const { rows } = await pool.query<{ handled_seq: string }>('select handled_seq from engine_position');
  return Number(rows[0]?.handled_seq ?? 0);
}

const soon = { timeout: 3000, interval: 10 };

test('fires at the entry that reaches the level, and forgets what was announced once it is checked', async () => {
  await append([[99, 100]]);
  const engine = await startEngine();
  await arm(pool, { row: 1, level: '98', armed: 1 });
  await arm(pool, { row: 2, level: '90', armed: 1 });
  await arm(pool, { row: 3, level: '101', armed: 1, condition: 'bid_at_or_above' });
  await engine.poke();
  expect(engine.size).toBe(3);
  await append([
    [98, 99],
    [97, 98],
    [102, 103],
    [97, 98],
  ]);
  await expect.poll(firedRows, soon).toEqual(['1 at 3', '3 at 4']);
  await expect.poll(handledSeq, soon).toBe(5);
  await expect.poll(async () => (await pool.query('select 1 from engine_inbox')).rowCount, soon).toBe(0);
  expect(engine.lagMs(SYMBOL)).toBeLessThan(1000);
  expect(troubles).toEqual([]);
});

test('a transaction that commits late fires at the entry it missed', async () => {
  await append([[99, 100]]);
  const engine = await startEngine();
  const slow = await pool.connect();
  await slow.query('begin');
  await arm(slow, { row: 1, level: '95', armed: 1 });
  await arm(pool, { row: 2, level: '50', armed: 1 });
  await engine.poke();
  expect(engine.size).toBe(1);
  await append([
    [98, 99],
    [94, 95],
    [98, 99],
  ]);
  await slow.query('commit');
  slow.release();
  await expect.poll(firedRows, soon).toEqual(['1 at 3']);
});

test('what changed while nobody led fires at its entry after the start', async () => {
  await append([[99, 100]]);
  await (await startEngine()).stop();
  await arm(pool, { row: 1, level: '95', armed: 1 });
  await append([[98, 99]], false);
  await arm(pool, { row: 2, level: '105', armed: 2, condition: 'bid_at_or_above' });
  await append(
    [
      [94, 95],
      [106, 107],
      [94, 95],
    ],
    false,
  );
  await startEngine();
  await expect.poll(firedRows, soon).toEqual(['1 at 3', '2 at 4']);
});

test('a row announced before the saved position but read by nobody is checked against what it missed', async () => {
  await append([[99, 100]]);
  const first = await startEngine();
  const slow = await pool.connect();
  await slow.query('begin');
  await arm(slow, { row: 1, level: '95', armed: 1 });
  await append([
    [94, 95],
    [98, 99],
  ]);
  await first.stop();
  expect(await handledSeq()).toBe(3);
  await slow.query('commit');
  slow.release();
  await startEngine();
  await expect.poll(firedRows, soon).toEqual(['1 at 2']);
});

test('a firing that never came through keeps the position back and fires again under the next leader', async () => {
  await append([[99, 100]]);
  const stuck = await startEngine(sourceOf({ fire: () => Promise.resolve('busy') }));
  await arm(pool, { row: 1, level: '95', armed: 1 });
  await stuck.poke();
  await append([
    [94, 95],
    [98, 99],
  ]);
  await expect.poll(() => stuck.lagMs(SYMBOL), soon).toBeGreaterThan(100);
  await stuck.stop();
  expect(await handledSeq()).toBe(1);
  expect(await firedRows()).toEqual([]);
  await startEngine();
  await expect.poll(firedRows, soon).toEqual(['1 at 2']);
});

test('a late firing that never came through keeps its announcement', async () => {
  await append([
    [99, 100],
    [94, 95],
    [98, 99],
  ]);
  const stuck = await startEngine(sourceOf({ fire: () => Promise.resolve('busy') }));
  await expect.poll(handledSeq, soon).toBe(3);
  await arm(pool, { row: 1, level: '95', armed: 1 });
  await stuck.poke();
  await append([[98, 99]]);
  await stuck.stop();
  await startEngine();
  await expect.poll(firedRows, soon).toEqual(['1 at 2']);
});

test('a broken row fires after its bug is mended and does not hold up the others', async () => {
  await append([[99, 100]]);
  let broken = true;
  const engine = await startEngine(
    sourceOf({
      fire: async (firing) => {
        if (broken && firing.trigger.row === 1n) throw new Error('a bug');
        return recordFiring(firing);
      },
    }),
  );
  await arm(pool, { row: 1, level: '95', armed: 1 });
  await arm(pool, { row: 2, level: '95', armed: 1 });
  await engine.poke();
  await append([[94, 95]]);
  await expect.poll(firedRows, soon).toEqual(['2 at 2']);
  expect(troubles[0]).toContain('waiting_row 1 did not fire at BTC/USDT 2');
  broken = false;
  await expect.poll(firedRows, soon).toEqual(['1 at 2', '2 at 2']);
});

test('entries it was not told of are read from the tape', async () => {
  await append([[99, 100]]);
  const engine = await startEngine();
  await arm(pool, { row: 1, level: '95', armed: 1 });
  await engine.poke();
  await append(
    [
      [94, 95],
      [93, 94],
    ],
    false,
  );
  await append([[98, 99]]);
  await expect.poll(firedRows, soon).toEqual(['1 at 2']);
});

test('a level taken away fires no more, and a moved one at its new level', async () => {
  await append([[99, 100]]);
  const engine = await startEngine();
  await arm(pool, { row: 1, level: '95', armed: 1 });
  await arm(pool, { row: 2, level: '95', armed: 1 });
  await engine.poke();
  await arm(pool, { row: 1, level: '97', armed: 1, version: 2 });
  await pool.query(
    `insert into engine_inbox (symbol, kind, book, row_id, version, condition, level, armed_seq)
     values ('${SYMBOL}', 'waiting_row', 1, 2, 2, 'ask_at_or_below', null, 1)`,
  );
  await engine.poke();
  expect(engine.size).toBe(1);
  await append([
    [96, 97],
    [94, 95],
  ]);
  await expect.poll(firedRows, soon).toEqual(['1 at 2']);
});

test('what trails or waits for a time fires at its entry', async () => {
  await append([[99, 100]]);
  const engine = await startEngine();
  await arm(pool, { row: 1, level: '5', armed: 1, condition: 'bid_falls_by' });
  await arm(pool, { row: 2, level: '5', armed: 1, condition: 'ask_rises_by' });
  await arm(pool, { row: 3, level: '', levelMs: 4 * EVERY_MS, armed: 1, condition: 'time_at_or_after' });
  await arm(pool, { row: 4, level: '', levelMs: 0, armed: 1, condition: 'time_at_or_after' });
  await engine.poke();
  await append([
    [102, 103],
    [98, 99],
    [97, 98],
    [103, 104],
  ]);
  await expect.poll(firedRows, soon).toEqual(['1 at 4', '2 at 5', '3 at 4', '4 at 2']);
});

test('the extreme of what trails is found again by every leader', async () => {
  await append([
    [99, 100],
    [120, 121],
    [100, 101],
  ]);
  const first = await startEngine();
  await arm(pool, { row: 1, level: '30', armed: 1, condition: 'bid_falls_by' });
  await arm(pool, { row: 2, level: '30', armed: 3, condition: 'bid_falls_by' });
  await arm(pool, { row: 3, level: '8', armed: 1, condition: 'ask_rises_by', version: 7 });
  await first.poke();
  await append([[95, 96], [110, 111], ...Array.from({ length: 6 }, () => [103, 104] as const)]);
  await expect.poll(firedRows, soon).toEqual(['3 at 2']);
  await expect.poll(handledSeq, soon).toBe(11);
  await first.stop();
  const second = await startEngine();
  expect(second.size).toBe(2);
  await append([
    [91, 92],
    [90, 91],
    [81, 82],
    [80, 81],
  ]);
  await expect.poll(firedRows, soon).toEqual(['1 at 13', '2 at 15', '3 at 2']);
});

test('a trailing row heard of late knows what it missed, minutes ago too', async () => {
  await append([[99, 100]]);
  await startEngine();
  const slow = await pool.connect();
  await slow.query('begin');
  await arm(slow, { row: 1, level: '10', armed: 2, condition: 'bid_falls_by' });
  await arm(slow, { row: 2, level: '30', armed: 2, condition: 'bid_falls_by' });
  await append([[104, 105], ...Array.from({ length: 7 }, () => [100, 101] as const), [94, 95]]);
  await slow.query('commit');
  slow.release();
  await expect.poll(firedRows, soon).toEqual(['1 at 10']);
  await Promise.all(engines.map((engine) => engine.stop()));
  await arm(pool, { row: 3, level: '11', armed: 2, condition: 'bid_falls_by' });
  await startEngine();
  // Nothing of the tape is remembered by the engine that has just started.
  await arm(pool, { row: 4, level: '12', armed: 2, condition: 'bid_falls_by' });
  await append([[92, 93]]);
  await expect.poll(firedRows, soon).toEqual(['1 at 10', '3 at 11', '4 at 11']);
});

/** A warning: the firing arms its row anew at the very entry that fired, ten lower, down to a last level. */
function warning(fired: string[], lastLevel: number): TriggerSource['fire'] {
  return async ({ trigger: { row, version }, entry: { seq } }) => {
    const { rows } = await pool.query<{ version: string; level: string }>(
      'select version, level from waiting_row where row_id = $1',
      [row],
    );
    if (Number(rows[0]!.version) !== version) return 'done';
    const level = Number(rows[0]!.level);
    fired.push(`${row}v${version} at ${seq}`);
    if (level === lastLevel) {
      await pool.query('update waiting_row set fired_seq = $2, version = version + 1 where row_id = $1', [
        row,
        seq,
      ]);
    } else {
      const connection = await pool.connect();
      await connection.query('begin');
      await arm(connection, {
        row: Number(row),
        level: `${level - 10}`,
        armed: Number(seq),
        condition: 'bid_at_or_below',
        version: version + 1,
      });
      await connection.query('commit');
      connection.release();
    }
    return 'done';
  };
}

test('a firing that arms its row anew at that very entry fires again at the next that reaches', async () => {
  await append([[99, 100]]);
  const fired: string[] = [];
  const engine = await startEngine(sourceOf({ fire: warning(fired, 70) }));
  await arm(pool, { row: 1, level: '90', armed: 1, condition: 'bid_at_or_below' });
  await engine.poke();
  // The second entry is beyond all three levels, and one entry brings about one of them.
  await append([
    [60, 61],
    [99, 100],
    [75, 76],
    [71, 72],
    [70, 71],
  ]);
  await expect.poll(firedRows, soon).toEqual(['1 at 6']);
  expect(fired).toEqual(['1v1 at 2', '1v2 at 4', '1v3 at 6']);
});

test('a thousand rows fire on one entry and are armed anew at it', async () => {
  await append([[99, 100]]);
  await pool.query(
    `insert into waiting_row (row_id, version, condition, level, armed_seq)
     select n, 1, 'bid_at_or_below', 90, 1 from generate_series(1, 1000) n`,
  );
  await pool.query(
    `insert into engine_inbox (symbol, kind, book, row_id, version, condition, level, armed_seq)
     select $1, 'waiting_row', 1, row_id, version, condition, level, armed_seq from waiting_row`,
    [SYMBOL],
  );
  const fired: string[] = [];
  const engine = await startEngine(sourceOf({ fire: warning(fired, 80) }));
  expect(engine.size).toBe(1000);
  await append([
    [70, 71],
    [60, 61],
  ]);
  await expect.poll(() => fired.length, { timeout: 20_000, interval: 50 }).toBe(2000);
  expect(new Set(fired).size).toBe(2000);
  expect(fired.filter((text) => !/v1 at 2|v2 at 3/.test(text))).toEqual([]);
  await expect.poll(handledSeq, soon).toBe(3);
  await expect.poll(async () => (await pool.query('select 1 from engine_inbox')).rowCount, soon).toBe(0);
}, 30_000);

test('a feature that names a row of another kind is found out at the start', async () => {
  await append([[99, 100]]);
  await arm(pool, { row: 1, level: '95', armed: 1 });
  await expect(startEngine({ ...sourceOf(), kind: 'other' })).rejects.toThrow(
    'other gave a trigger of waiting_row',
  );
});

test('the rebuild may take longer than a serving transaction', async () => {
  await arm(pool, { row: 1, level: '95', armed: 0 });
  const engine = await startEngine(
    sourceOf({ onOpen: (connection) => connection.query('select pg_sleep(3.1)') }),
  );
  expect(engine.size).toBe(1);
});
