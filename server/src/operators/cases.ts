/**
 * The work queue: all cases that wait for an operator, in one list ordered by age. A feature contributes its cases as two
 * selects. This file pages, counts and computes service levels for all of them.
 */
import { formatAmount, fromNumeric } from '@candor/domain/money/amount.ts';
import { MINUTE_MS } from '@candor/domain/time.ts';
import type { caseKinds } from '@candor/protocol/desk/console.ts';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import type { Connection, Pool } from '../db/pool.ts';

export type CaseKind = (typeof caseKinds)[number];

/** Times are in milliseconds of the wall clock. */
export type CaseSource = {
  readonly kind: CaseKind;
  /**
   * A select of waiting cases with the columns book (0 for the platform), id, since_ms, due_ms (null without a deadline), status,
   * currency, amount, held (a code) and first_by. An index of waiting rows on since_ms, book and id keeps it fast.
   */
  readonly waiting: string;
  /**
   * Whether that select also has a column `two`, which says whether a case needs dual approval. If there is no such column, no
   * case does.
   */
  readonly saysTwo?: true;
  /** A select of decided cases with the columns since_ms, due_ms and decided_ms; an index on decided_ms keeps it fast. */
  readonly decided: string;
};

type Db = Pick<Pool | Connection, 'query'>;
type WaitingCase = ConsoleOutput<'GET cases'>['items'][number];

/** A page begins after this case. */
export type CasePlace = { readonly sinceMs: bigint; readonly book: bigint; readonly id: bigint };

export type CasePage = {
  readonly after: CasePlace | undefined;
  readonly limit: number;
  readonly nowMs: number;
  readonly overdueOnly: boolean;
};

export type Case = CasePlace & { readonly view: WaitingCase };

type Raw = {
  book: string;
  id: string;
  since_ms: string;
  due_ms: string | null;
  status: string;
  currency: string | null;
  amount: string | null;
  held: string | null;
  first_by: string | null;
  two: boolean;
  account: string | null;
};

const FIRST: CasePlace = { sinceMs: -1n, book: -1n, id: -1n };

/**
 * Returns the oldest cases of all sources after a given case. Ids come from one sequence, so no two cases have the same position.
 * Each source is read for a full page, because all cases of a page may be of one kind.
 */
export async function waitingCases(db: Db, sources: readonly CaseSource[], page: CasePage): Promise<Case[]> {
  const pages = await Promise.all(sources.map((source) => waitingOf(db, source, page)));
  return pages.flat().toSorted(byAge).slice(0, page.limit);
}

async function waitingOf(db: Db, { kind, waiting, saysTwo }: CaseSource, page: CasePage): Promise<Case[]> {
  const { sinceMs, book, id } = page.after ?? FIRST;
  const found = await db.query<Raw>(
    `select w.book, w.id, w.since_ms, w.due_ms, w.status, w.currency, w.amount::text as amount, w.held, w.first_by,
        ${saysTwo === true ? 'w.two' : 'false as two'}, c.account
      from (${waiting}) w left join customer c on c.id = w.book
      where (w.since_ms, w.book, w.id) > ($1::bigint, $2::bigint, $3::bigint)
        ${page.overdueOnly ? 'and w.due_ms <= $5::bigint' : 'and $5::bigint is not null'}
      order by w.since_ms, w.book, w.id limit $4`,
    [sinceMs, book, id, page.limit, page.nowMs],
  );
  return found.rows.map((raw) => caseOf(kind, raw, page.nowMs));
}

function caseOf(kind: CaseKind, raw: Raw, nowMs: number): Case {
  return {
    sinceMs: BigInt(raw.since_ms),
    book: BigInt(raw.book),
    id: BigInt(raw.id),
    view: {
      kind,
      customer: raw.book,
      account: raw.account,
      id: raw.id,
      status: raw.status,
      currency: raw.currency,
      amount: raw.amount === null ? null : formatAmount(fromNumeric(raw.amount)),
      since: secondsOf(raw.since_ms),
      deadline_at: raw.due_ms === null ? null : secondsOf(raw.due_ms),
      overdue: raw.due_ms !== null && Number(raw.due_ms) <= nowMs,
      held: raw.held,
      first_by: raw.first_by,
      needs_second: raw.two,
    },
  };
}

const secondsOf = (ms: string): number => Math.floor(Number(ms) / 1000);

function byAge(one: Case, other: Case): number {
  const difference = one.sinceMs - other.sinceMs || one.book - other.book || one.id - other.id;
  return difference < 0n ? -1 : 1;
}

type Backlog = { readonly count: number; readonly overdue: number; readonly oldestSince: number | null };

/** Returns the number of waiting cases, the number of overdue ones, and the time at which the oldest one began to wait. */
export async function backlogOf(db: Db, { waiting }: CaseSource, nowMs: number): Promise<Backlog> {
  const found = await db.query<{ count: number; overdue: number; oldest_ms: string | null }>(
    `select count(*)::int as count, count(*) filter (where w.due_ms <= $1)::int as overdue, min(w.since_ms) as oldest_ms
      from (${waiting}) w`,
    [nowMs],
  );
  const row = found.rows[0];
  const oldest = row?.oldest_ms ?? null;
  return {
    count: row?.count ?? 0,
    overdue: row?.overdue ?? 0,
    oldestSince: oldest === null ? null : secondsOf(oldest),
  };
}

const LEVEL_MS = 30 * 24 * 60 * 60_000;

type ServiceLevel = { readonly medianMinutes: number | null; readonly inTimeShare: number | null };

/**
 * Returns the figures for thirty days: the median time to a decision, and the share decided in time; null if nothing was decided.
 */
export async function serviceLevelOf(db: Db, { decided }: CaseSource, nowMs: number): Promise<ServiceLevel> {
  const found = await db.query<{ median_ms: number | null; share: number | null }>(
    `select percentile_disc(0.5) within group (order by d.decided_ms - d.since_ms)::float8 as median_ms,
        avg((d.due_ms is null or d.decided_ms <= d.due_ms)::int)::float8 as share
      from (${decided}) d where d.decided_ms > $1`,
    [nowMs - LEVEL_MS],
  );
  const row = found.rows[0];
  const median = row?.median_ms ?? null;
  return {
    medianMinutes: median === null ? null : Math.round(median / MINUTE_MS),
    inTimeShare: row?.share ?? null,
  };
}
