/**
 * The keys of the simulated market. Each data folder has a secret from which the key of each market day is derived. The hash of
 * a day's key is signed and published before the day's first quote; the key is published once the day is over.
 */
import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Pool } from '../db/pool.ts';
import type { FeedStart } from './feeds/feed.ts';
import type { RunBeginning } from './feeds/simulated-run.ts';
import { STEP_MS } from './feeds/stepper.ts';
import type { SigningKey } from '../proofs/keys/signing-key.ts';
import { DAY_MS } from '@candor/domain/time.ts';

const FILE_NAME = 'market-seed';
const KEY_BYTES = 32;

/** `bytes` are 32 secret bytes, unless the secret was given as a text, which makes the market predictable. */
export type MarketSecret = { readonly bytes: Buffer; readonly predictable: boolean };

/**
 * Returns the folder's secret, and creates it when the folder is first used. A text given for tests makes the market computable
 * by anyone.
 */
export function openMarketSecret(folder: string, text: string | undefined): MarketSecret {
  if (text !== undefined)
    return { bytes: createHash('sha256').update(`seed ${text}`).digest(), predictable: true };
  mkdirSync(folder, { recursive: true });
  const path = join(folder, FILE_NAME);
  try {
    // The flag "wx" ensures that if two processes start together, exactly one creates the secret and the other reads it.
    writeFileSync(path, `${randomBytes(KEY_BYTES).toString('hex')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const bytes = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex');
  if (bytes.length !== KEY_BYTES) throw new Error(`expected 32 bytes in hex in ${path}, found other content`);
  return { bytes, predictable: false };
}

/** Returns the key of a day, such as "2026-11-23". A day's key reveals neither the secret nor another day's key. */
export function marketDayKey(secret: MarketSecret, day: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret.bytes, '', `candor-market-day-v1|${day}`, KEY_BYTES));
}

/** Returns the seed of a new demo's simulated past, which belongs to no day. */
export function pastSeed(secret: MarketSecret): string {
  return Buffer.from(hkdfSync('sha256', secret.bytes, '', 'candor-market-past-v1', KEY_BYTES)).toString(
    'hex',
  );
}

/** Returns the text that is signed to commit to a day's key. */
export function marketDayText(day: string, commitment: Uint8Array): string {
  return `candor-market-day-v1|${day}|${Buffer.from(commitment).toString('hex')}`;
}

export function marketDayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 'yyyy-mm-dd'.length);
}

export type MarketRun = {
  readonly timeMs: number;
  readonly heads: ReadonlyMap<string, FeedStart>;
  /** The time between a run's steps, whenever they are made. */
  readonly stepMs: number;
};

/**
 * Commits to the keys of the day and of the next day, publishes those of past days, and records where the run begins. Returns the
 * day's key in hex. No quote may be made from a key before this is durable.
 */
export function runBeginner({
  pool,
  secret,
  signer,
}: {
  readonly pool: Pool;
  readonly secret: MarketSecret;
  readonly signer: SigningKey;
}): (run: MarketRun) => Promise<string> {
  return async ({ timeMs, heads, stepMs }) => {
    const day = marketDayOf(timeMs);
    for (const bound of [day, marketDayOf(timeMs + DAY_MS)]) {
      const commitment = hashOf(marketDayKey(secret, bound));
      await pool.query(
        `insert into market_day (day, commitment, public_key, signature, committed_ms)
         select $1::date, $2::bytea, $3::bytea, $4::bytea, $5::bigint
         where not exists (select from market_day where day = $1::date and commitment = $2::bytea)
         on conflict do nothing`,
        [
          bound,
          commitment,
          Buffer.from(signer.publicKey),
          Buffer.from(signer.sign(marketDayText(bound, commitment))),
          timeMs,
        ],
      );
    }
    await revealBefore(pool, secret, { day, timeMs });
    const key = marketDayKey(secret, day);
    const seqs = Object.fromEntries([...heads].map(([symbol, { seq }]) => [symbol, Number(seq)]));
    await pool.query(
      `insert into market_run (day, commitment, heads, started_ms, step_ms) values ($1, $2, $3, $4, $5)
       on conflict do nothing`,
      [day, hashOf(key), JSON.stringify(seqs), timeMs, stepMs],
    );
    return key.toString('hex');
  };
}

/** Returns the interval between the steps of a run that begins at a given time, in milliseconds. The database determines it. */
export async function paceMs(pool: Pool, timeMs: number): Promise<number> {
  const { rows } = await pool.query<{ pace: number }>('select market_pace_ms($1) as pace', [timeMs]);
  return rows[0]?.pace ?? STEP_MS;
}

/**
 * Whether quotes for a time can still be made: the key of its day is committed to and not published, or can still be committed
 * to.
 */
export async function canQuote(
  { pool, secret }: { readonly pool: Pool; readonly secret: MarketSecret },
  timeMs: number,
): Promise<boolean> {
  const day = marketDayOf(timeMs);
  const { rows } = await pool.query<{ can: boolean }>(
    `select coalesce((select d.key is null from market_day d where d.day = $1::date and d.commitment = $2),
      $1::date >= (to_timestamp(clock_ms() / 1000.0) at time zone 'UTC')::date - 1) as can`,
    [day, hashOf(marketDayKey(secret, day))],
  );
  return rows[0]?.can === true;
}

/** Returns the newest run and its starting point, if the key of its day belongs to this folder and is not published yet. */
export async function newestRunOf({
  pool,
  secret,
}: {
  readonly pool: Pool;
  readonly secret: MarketSecret;
}): Promise<RunBeginning | undefined> {
  const { rows } = await pool.query<{
    day: string;
    commitment: Buffer;
    started_ms: string;
    step_ms: number | null;
    key: Buffer | null;
  }>(
    `select r.day::text, r.commitment, r.started_ms, r.step_ms, d.key from market_run r
      join market_day d on d.day = r.day and d.commitment = r.commitment order by r.started_ms desc limit 1`,
  );
  const [newest] = rows;
  if (newest === undefined || newest.key !== null || newest.step_ms !== STEP_MS) return undefined;
  const key = marketDayKey(secret, newest.day);
  if (!hashOf(key).equals(newest.commitment)) return undefined;
  const heads = await headsOfRun(pool, newest);
  return { seed: key.toString('hex'), startedMs: Number(newest.started_ms), heads };
}

async function headsOfRun(
  pool: Pool,
  run: { readonly day: string; readonly commitment: Buffer; readonly started_ms: string },
): Promise<Map<string, FeedStart>> {
  const { rows } = await pool.query<
    Record<'symbol' | 'seq' | 'bid' | 'ask' | 'last' | 'time_ms' | 'feed_time_ms', string>
  >(
    `select t.symbol, t.seq, t.bid, t.ask, t.last, t.time_ms, t.feed_time_ms from market_run r
      cross join lateral jsonb_each_text(r.heads) as h (symbol, seq)
      join tape t on t.symbol = h.symbol and t.seq = h.seq::bigint
      where r.day = $1 and r.commitment = $2 and r.started_ms = $3`,
    [run.day, run.commitment, run.started_ms],
  );
  return new Map(
    rows.map((row) => [
      row.symbol,
      {
        bid: fromNumeric(row.bid),
        ask: fromNumeric(row.ask),
        last: fromNumeric(row.last),
        seq: BigInt(row.seq),
        timeMs: Number(row.time_ms),
        feedTimeMs: Number(row.feed_time_ms),
      },
    ]),
  );
}

function hashOf(key: Buffer): Buffer {
  return createHash('sha256').update(key).digest();
}

/** Publishes the keys of past days. If a key belongs to another folder, the process with that folder publishes it. */
async function revealBefore(
  pool: Pool,
  secret: MarketSecret,
  { day, timeMs }: { readonly day: string; readonly timeMs: number },
): Promise<void> {
  const hidden = await pool.query<{ day: string; commitment: Buffer }>(
    `select day::text, commitment from market_day where key is null and day < $1 order by day`,
    [day],
  );
  for (const { day: over, commitment } of hidden.rows) {
    const key = marketDayKey(secret, over);
    if (!hashOf(key).equals(commitment)) continue;
    await pool.query(
      'update market_day set key = $3, revealed_ms = $4 where day = $1 and commitment = $2 and key is null',
      [over, commitment, key, timeMs],
    );
  }
}

export type MarketDay = {
  readonly day: string;
  readonly commitment: Buffer;
  readonly publicKey: Buffer;
  readonly signature: Buffer;
  readonly committedMs: number;
  readonly key: Buffer | null;
};

/** Reads days, newest first. */
export async function readMarketDays(pool: Pool, limit: number): Promise<MarketDay[]> {
  const { rows } = await pool.query<{
    day: string;
    commitment: Buffer;
    public_key: Buffer;
    signature: Buffer;
    committed_ms: string;
    key: Buffer | null;
  }>({
    name: 'market-days',
    text: `select day::text, commitment, public_key, signature, committed_ms, key from market_day
      order by day desc, commitment limit $1`,
    values: [limit],
  });
  return rows.map((row) => ({
    day: row.day,
    commitment: row.commitment,
    publicKey: row.public_key,
    signature: row.signature,
    committedMs: Number(row.committed_ms),
    key: row.key,
  }));
}

export type KeptRun = {
  readonly day: string;
  readonly commitment: Buffer;
  readonly startedMs: number;
  /** The number of each symbol's newest entry when the run began. */
  readonly heads: Readonly<Record<string, number>>;
  /** The time between the run's steps, in milliseconds; null for old runs, whose steps had no fixed times. */
  readonly stepMs: number | null;
};

/** Reads the runs of a day and of later days, in the order in which they began. */
export async function readMarketRuns(
  pool: Pool,
  { day, fromMs, limit }: { readonly day: string; readonly fromMs: string; readonly limit: number },
): Promise<KeptRun[]> {
  const { rows } = await pool.query<{
    day: string;
    commitment: Buffer;
    started_ms: string;
    heads: Record<string, number>;
    step_ms: number | null;
  }>({
    name: 'market-runs',
    text: `select day::text, commitment, started_ms, heads, step_ms from market_run
      where day >= $1::date and started_ms >= $2::bigint order by started_ms, commitment limit $3`,
    values: [day, fromMs, limit],
  });
  return rows.map(({ day: of, commitment, started_ms: startedMs, heads, step_ms: stepMs }) => ({
    day: of,
    commitment,
    startedMs: Number(startedMs),
    heads,
    stepMs,
  }));
}
