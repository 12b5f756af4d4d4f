/**
 * Writes everything that an auditor needs to decide a day's commands again: their records, the ledger's journals and balances,
 * the tape, the terms, and the log's entries about the records. It only reads from the database, in one snapshot.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '@candor/domain/time.ts';
import { toPlain } from '../commands/plain-values.ts';
import type { Connection, Pool } from '../db/pool.ts';
import { balancesBefore, journalsBetween } from '../ledger/day-of-ledger.ts';
import { readEntries } from '../quotes/tape-store.ts';
import { DAY_FORMAT, writeLines } from './day-files.ts';
import type { DayFile, DayManifest, LogLine, RecordLine, TermsLine } from './day-files.ts';

const PAGE = 2000;
type Day = { readonly fromMs: number; readonly untilMs: number };

/** Exports a day. `day` is a date such as "2026-11-27" of the market clock, in UTC. Throws if it is not a date. */
export async function exportDay(pool: Pool, day: string, folder: string): Promise<DayManifest> {
  const fromMs = Date.parse(`${day}T00:00:00Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(fromMs))
    throw new Error(`expected a day such as 2026-11-27, found ${day}`);
  // Only the owner may read the folder, because it contains every customer's balances.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const connection = await pool.connect();
  try {
    await connection.query('begin transaction isolation level repeatable read read only');
    const manifest = await written(connection, { day, folder, fromMs, untilMs: fromMs + DAY_MS });
    await connection.query('commit');
    await writeFile(join(folder, 'day.json'), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    return manifest;
  } finally {
    connection.release(true);
  }
}

async function written(
  connection: Connection,
  { day, folder, ...bounds }: Day & { readonly day: string; readonly folder: string },
): Promise<DayManifest> {
  const { fromMs, untilMs } = bounds;
  const sources: Readonly<Record<DayFile, AsyncIterable<unknown>>> = {
    records: records(connection, bounds),
    journals: journalsBetween(connection, bounds),
    openings: balancesBefore(connection, fromMs),
    closings: balancesBefore(connection, untilMs),
    tape: tape(connection, bounds),
    terms: terms(connection),
    log: logged(connection, bounds),
  };
  const files: Partial<Record<DayFile, DayManifest['files'][DayFile]>> = {};
  for (const [file, source] of Object.entries(sources) as [DayFile, AsyncIterable<unknown>][]) {
    // Files are written one after another, because they share one connection.
    // oxlint-disable-next-line no-await-in-loop
    files[file] = await writeLines(folder, file, source);
  }
  const { rows } = await connection.query<{ speed: string }>('select speed from clock');
  return {
    ...{ format: DAY_FORMAT, day, from_ms: fromMs, until_ms: untilMs },
    clock_speed: Number(rows[0]?.speed ?? 1),
    files: files as DayManifest['files'],
  };
}

type RecordRow = { number: string; at_ms: string; market_ms: string; packed: Buffer | null; hash: string };

/** Yields the day's records, and the hashes of other records in the same minutes, because the log has one hash per minute. */
async function* records(connection: Connection, { fromMs, untilMs }: Day): AsyncGenerator<RecordLine> {
  let after = '0';
  for (;;) {
    const { rows } = await connection.query<RecordRow>(
      `with minutes as (select distinct c.at_ms / 60000 as minute from command_record c
          where c.market_ms >= $1 and c.market_ms < $2)
        select r.number, r.at_ms, r.market_ms, encode(r.hash, 'hex') as hash,
          case when r.market_ms >= $1 and r.market_ms < $2 then r.packed end as packed
        from command_record r
        where r.number > $3 and (r.market_ms >= $1 and r.market_ms < $2
          or r.at_ms / 60000 in (select m.minute from minutes m))
        order by r.number limit $4`,
      [fromMs, untilMs, after, PAGE],
    );
    for (const { number, packed, hash, ...times } of rows) {
      const line = { number, at_ms: Number(times.at_ms), market_ms: Number(times.market_ms) };
      yield packed === null ? { ...line, hash } : { ...line, packed: packed.toString('base64') };
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.number;
  }
}

/** Yields each tape from the newest entry before the day to the last one of the day. */
async function* tape(connection: Connection, { fromMs, untilMs }: Day): AsyncGenerator<unknown> {
  const { rows } = await connection.query<{ symbol: string; first: string; last: string }>(
    `select h.symbol, greatest(1, entry_before(h.symbol, $1)) as first, entry_before(h.symbol, $2) as last
      from tape_head h order by h.symbol`,
    [fromMs, untilMs],
  );
  for (const { symbol, first, last } of rows) {
    const end = BigInt(last);
    for (let fromSeq = BigInt(first); fromSeq <= end; fromSeq += BigInt(PAGE)) {
      // A page at a time, because a day has more than a million entries.
      // oxlint-disable-next-line no-await-in-loop
      const entries = await readEntries(connection, { symbol, fromSeq, limit: PAGE });
      for (const entry of entries)
        if (entry.seq <= end) yield toPlain({ ...entry, hash: Buffer.from(entry.hash).toString('hex') });
    }
  }
}

async function* terms(connection: Connection): AsyncGenerator<TermsLine> {
  const usual = await connection.query<{ subject: string; body: Record<string, string | boolean> }>(
    'select u.subject, u.body from usual_terms u order by u.subject',
  );
  for (const { subject, body } of usual.rows) yield { usual: subject, body };
  const published = await connection.query<Exclude<TermsLine, { usual: string }>>(
    'select t.subject, t.version, t.effective_ms, t.body, t.proposal from terms t order by t.subject, t.version',
  );
  yield* published.rows;
}

async function* logged(connection: Connection, { fromMs, untilMs }: Day): AsyncGenerator<LogLine> {
  const { rows } = await connection.query<LogLine>(
    `select e.index, e.entry from tlog_entry e where e.kind in ('records', 'refused') and e.position in (
        select distinct c.at_ms / 60000 from command_record c where c.market_ms >= $1 and c.market_ms < $2)
      order by e.index`,
    [fromMs, untilMs],
  );
  yield* rows;
}
