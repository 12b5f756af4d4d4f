/** A minimal feature for the engine's tests on a real PostgreSQL: waiting rows, a tape, and engines to start and stop. */
import { afterEach, beforeEach } from 'vitest';
import pg from 'pg';
import { minutesOf } from '@candor/domain/market/minute.ts';
import type { TapeMinute } from '@candor/domain/market/minute.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { fromNumeric, toNumeric } from '@candor/domain/money/amount.ts';
import type { Trigger, TriggerCondition } from '@candor/domain/trading/trigger.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { createPool } from '../../db/pool.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import { Engine } from '../engine.ts';
import type { Firing } from '../lane.ts';
import type { TriggerSource } from '../../commands/trigger-source.ts';
import { entryOf, gapAfter, triggerOf } from './cases.ts';
import type { TriggerText } from './cases.ts';

export const SYMBOL = 'BTC/USDT';
export const EVERY_MS = 20_000;
export const soon = { timeout: 3000, interval: 10 };
/**
 * The timeout is long, because announcements are deleted only when no older transaction is running, and databases of other tests
 * share the cluster's transaction ids.
 */
export const onceAllOthersCommitted = { timeout: 60_000, interval: 50 };

type SourceOptions = { fire?: TriggerSource['fire']; onOpen?: (connection: Connection) => Promise<unknown> };

/** Gives each test of a file a separate database, and stops the test's engines afterwards. */
export function waitingRows() {
  let database: TestDatabase;
  let world: World;
  beforeEach(async () => {
    database = await freshDatabase();
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    // The entry at which each row fired is stored next to its level.
    await owner.query(`create table waiting_row (row_id bigint primary key, version bigint not null, condition text not null,
        level numeric(38,8) not null, armed_seq bigint not null, fired_seq bigint);
      grant select, insert, update on waiting_row to candor_app`);
    await owner.end();
    world = new World(createPool(database.url, { max: 8 }), database.ownerUrl);
  });
  afterEach(async () => {
    await Promise.all(world.engines.map((engine) => engine.stop()));
    await world.pool.end();
    await database.drop();
  });
  return () => world;
}

class World {
  readonly pool: Pool;
  readonly engines: Engine[] = [];
  readonly troubles: string[] = [];
  readonly #tape: TapeEntry[] = [];
  readonly #listeners = new Set<(entries: readonly TapeEntry[]) => void>();

  readonly #ownerUrl: string;

  constructor(pool: Pool, ownerUrl: string) {
    this.pool = pool;
    this.#ownerUrl = ownerUrl;
  }

  /** From this call on, the database reports which of these rows were left unfired. The rows wait for a falling ask. */
  async tellLeftUnfired(): Promise<void> {
    const owner = new pg.Client({ connectionString: this.#ownerUrl });
    await owner.connect();
    await owner.query(`create or replace function left_unfired() returns table (told text, book bigint, row_id bigint)
      language sql stable security definer as
      $$ select 'row ' || w.row_id, 1::bigint, w.row_id from waiting_row w where w.fired_seq is null
        and exists (select from tape t where t.seq > w.armed_seq and t.ask <= w.level) $$`);
    await owner.end();
  }

  /** Appends entries to the tape. With `tell: false`, the engine isn't notified of them. */
  async append(quotes: readonly (readonly [bid: number, ask: number] | 'gap')[], tell = true): Promise<void> {
    const before = this.#tape.length;
    for (const quote of quotes) {
      const seq = this.#tape.length + 1;
      const timeMs = seq * EVERY_MS;
      const last = this.#tape.at(-1);
      if (quote !== 'gap') {
        this.#tape.push(entryOf({ seq, bid: `${quote[0]}`, ask: `${quote[1]}`, timeMs }));
      } else if (last !== undefined) this.#tape.push(gapAfter(last, { timeMs }));
    }
    const entries = this.#tape.slice(before);
    for (const { seq, timeMs, bid, ask, gap } of entries) {
      await this.pool.query(
        `insert into tape (symbol, seq, time_ms, feed_time_ms, bid, ask, last, volume, hash, gap)
       values ($1, $2, $5, $5, $3, $4, $3, 0, decode(repeat('00', 32), 'hex'), $6)`,
        [SYMBOL, seq, toNumeric(bid), toNumeric(ask), timeMs, gap === true],
      );
    }
    // All minutes are rewritten, because a gap entry belongs to an earlier minute.
    for (const minute of minutesOf(this.#tape)) await writeMinute(this.pool, minute);
    await this.pool.query(
      'insert into tape_head (symbol, seq) values ($1, $2) on conflict (symbol) do update set seq = excluded.seq',
      [SYMBOL, entries.at(-1)!.seq],
    );
    if (tell) for (const listener of this.#listeners) listener(entries);
  }

  async arm(text: TriggerText, connection: Connection | Pool = this.pool): Promise<void> {
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

  sourceOf({ fire = (firing) => this.recordFiring(firing), onOpen }: SourceOptions = {}): TriggerSource {
    return {
      kind: 'waiting_row',
      fire,
      async *openTriggers(connection) {
        await onOpen?.(connection);
        const { rows } = await connection.query('select * from waiting_row where fired_seq is null');
        for (const row of rows as Record<string, string>[]) {
          yield {
            ...triggerOf({
              row: Number(row['row_id']),
              level: row['level']!,
              armed: Number(row['armed_seq']),
            }),
            kind: 'waiting_row',
            version: Number(row['version']),
            level: fromNumeric(row['level']!),
            condition: row['condition'] as TriggerCondition,
          } satisfies Trigger;
        }
      },
    };
  }

  async recordFiring({ trigger, entry }: Firing): Promise<'done'> {
    const { row, version } = trigger;
    await this.pool.query(
      'update waiting_row set fired_seq = $3 where row_id = $1 and version = $2 and fired_seq is null',
      [row, version, entry.seq],
    );
    return 'done';
  }

  async startEngine(
    source: TriggerSource = this.sourceOf(),
    also: { readonly busyMax?: number } = {},
  ): Promise<Engine> {
    const engine = new Engine({
      ...also,
      pool: this.pool,
      sources: [source],
      nowMs: () => performance.now(),
      onTrouble: (text, error) => void this.troubles.push(`${text}: ${String(error)}`),
      onEntries: (listener) => {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
    });
    this.engines.push(engine);
    await engine.start();
    return engine;
  }

  async firedRows(): Promise<string[]> {
    const { rows } = await this.pool.query<{ row_id: string; fired_seq: string }>(
      'select row_id, fired_seq from waiting_row where fired_seq is not null order by row_id',
    );
    return rows.map((row) => `${row.row_id} at ${row.fired_seq}`);
  }

  async handledSeq(): Promise<number> {
    const { rows } = await this.pool.query<{ handled_seq: string }>(
      'select handled_seq from engine_position',
    );
    return Number(rows[0]?.handled_seq ?? 0);
  }
}

async function writeMinute(pool: Pool, minute: TapeMinute): Promise<void> {
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
