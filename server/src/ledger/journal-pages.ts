/**
 * Reads a book's journals of any kind, newest first, in bounded pages. A search for rare kinds skips the others, so a page
 * states how far the search went.
 */
import type { Account } from '@candor/domain/ledger/account.ts';
import type { Posting } from '@candor/domain/ledger/journal.ts';
import { fromNumeric } from '@candor/domain/money/amount.ts';
import { HOUR_MS } from '@candor/domain/time.ts';
import type { Pool } from '../db/pool.ts';

export type PagedJournal = {
  readonly seq: bigint;
  readonly timeMs: bigint;
  readonly kind: string;
  readonly ref: string;
  readonly postings: readonly Posting[];
};

export type JournalsRead = {
  readonly journals: readonly PagedJournal[];
  /** The last journal that was read; undefined if there are no older ones. */
  readonly last: Pick<PagedJournal, 'seq' | 'timeMs'> | undefined;
};

/** At most this many journals are read for a page if only some kinds are requested. */
const JOURNALS_READ_MAX = 10_000;

const RAW_JOURNALS = `with read as materialized (
    select j.seq, j.kind, j.ref, j.time_ms, j.accounts, j.currencies, j.amounts from journal j
    where j.book = $1 and j.seq < $2::bigint order by j.seq desc limit $3::int
  )
  select e.low, e.low_ms, e.count, x.seq, x.kind, x.ref, x.time_ms, x.accounts::text[], x.currencies, x.amounts::text[]
  from (select min(r.seq) as low, min(r.time_ms) as low_ms, count(*)::int as count from read r) e
    left join lateral (select * from read r where $4::text[] is null or r.kind = any($4) order by r.seq desc limit $5::int) x on true`;

type RawJournal = {
  low: string | null;
  low_ms: string | null;
  count: number;
  seq: string | null;
  kind: string;
  ref: string;
  time_ms: string;
  accounts: string[];
  currencies: string[];
  amounts: string[];
};

export type JournalsAsked = {
  readonly book: bigint;
  /** Exclusive. */
  readonly below: bigint;
  /** Undefined: every kind. */
  readonly kinds: readonly string[] | undefined;
  readonly limit: number;
};

/** The newest journals below a number. If only some kinds are requested, the others are skipped. */
export async function readJournalsBelow(
  pool: Pool,
  { book, below, kinds, limit }: JournalsAsked,
): Promise<JournalsRead> {
  const readMax = kinds === undefined ? limit : JOURNALS_READ_MAX;
  const found = await pool.query<RawJournal>(RAW_JOURNALS, [book, below, readMax, kinds ?? null, limit]);
  const edge = found.rows[0];
  const journals = found.rows
    .filter((row): row is RawJournal & { seq: string } => row.seq !== null)
    .map((row) => ({
      ...{ seq: BigInt(row.seq), timeMs: BigInt(row.time_ms), kind: row.kind, ref: row.ref },
      postings: row.accounts.map((account, at) => ({
        account: account as Account,
        currency: row.currencies[at] ?? '',
        amount: fromNumeric(row.amounts[at] ?? '0'),
      })),
    }));
  // A full page ends at its last journal; otherwise it ends at the last one that was read.
  if (journals.length === limit) return { journals, last: journals.at(-1) };
  if (edge === undefined || edge.low === null || edge.count < readMax) return { journals, last: undefined };
  return { journals, last: { timeMs: BigInt(edge.low_ms ?? 0), seq: BigInt(edge.low) } };
}

/**
 * The number below which all journals before a time are found. Journals of a book are nearly in the order of time: one is dated by
 * the entry that it used, and may be written later. So an hour is added.
 */
export async function journalsBefore(pool: Pool, book: bigint, beforeMs: number): Promise<bigint> {
  const found = await pool.query<{ hi: string }>(
    `with recursive half (lo, hi, step) as (
        select 0::bigint, (select coalesce(max(j.seq), 0) + 1 from journal j where j.book = $1), 0
        union all
        select case when coalesce(t.time_ms, -1) < $2 then m.mid else h.lo end,
          case when coalesce(t.time_ms, -1) < $2 then h.hi else m.mid end, h.step + 1
        from half h cross join lateral (select h.lo + (h.hi - h.lo) / 2 as mid) m
          left join lateral (select j.time_ms from journal j where j.book = $1 and j.seq <= m.mid order by j.seq desc limit 1) t on true
        where h.hi - h.lo > 1
      )
      select h.hi from half h order by h.step desc limit 1`,
    [book, beforeMs + HOUR_MS],
  );
  return BigInt(found.rows[0]?.hi ?? 0);
}
