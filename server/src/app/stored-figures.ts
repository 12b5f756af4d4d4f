/**
 * The metrics that are read from the database, for Prometheus: the age of the newest price, pending work, whether the guard runs,
 * and the house's holdings. Each is one cheap select; a test runs them all. However often they are requested, they are read at
 * most once every few seconds. Every process reads the same values.
 */
import type { Pool } from '../db/pool.ts';
import { houseStanding } from '../ledger/house-standing.ts';
import { backlogOf } from '../operators/cases.ts';
import type { CaseSource } from '../operators/cases.ts';
import { chartFigure } from '../telemetry/chart-figure.ts';
import type { Outbox } from '../platform/feature.ts';
import type { Figures, Reading } from '../telemetry/metrics.ts';

/** `sql` returns the labels, as text, and a column `value`; `$1` is the wall clock in milliseconds. */
type StoredFigure = Pick<Reading, 'name' | 'help'> & {
  readonly labels?: readonly string[];
  readonly sql: string;
};

export const STORED_FIGURES: readonly StoredFigure[] = [
  {
    name: 'candor_tape_head_age_seconds',
    help: 'Age of the newest entry of the tape by the clock of the database.',
    labels: ['symbol'],
    sql: `select h.symbol, extract(epoch from clock_timestamp() - h.written_at)::float8 as value from tape_head h
      where h.seq > 0 and $1::bigint is not null`,
  },
  {
    name: 'candor_market_halted',
    help: '1 while the market of a symbol is halted.',
    labels: ['symbol'],
    sql: `select h.symbol, h.halted::int::float8 as value from tape_head h where $1::bigint is not null`,
  },
  {
    name: 'candor_leader_beat_age_seconds',
    help: 'Time since the process that leads renewed its claim. After two seconds another one takes over.',
    labels: ['role'],
    sql: `select l.role, extract(epoch from clock_timestamp() - l.beat)::float8 as value from leader l where $1::bigint is not null`,
  },
  {
    name: 'candor_leader_epoch',
    help: 'How often the leader changed.',
    labels: ['role'],
    sql: `select l.role, l.epoch::float8 as value from leader l where $1::bigint is not null`,
  },
  {
    name: 'candor_triggers_set_aside',
    help: 'Firings that their rows contradict or that fail. A person has to look into each.',
    sql: `select count(*)::float8 as value from engine_set_aside where $1::bigint is not null`,
  },
  {
    name: 'candor_guard_run_age_seconds',
    help: 'Time since the guard last completed a run over the books.',
    sql: `select ($1::bigint - b.beat_ms)::float8 / 1000 as value from guard_beat b where b.beat_ms > 0`,
  },
  {
    name: 'candor_guard_frozen',
    help: '1 while the guard has frozen payouts and new trades.',
    sql: `select count(*)::float8 as value from guard_freeze f where f.until_ms is null and $1::bigint is not null`,
  },
  {
    name: 'candor_guard_checks_failing',
    help: 'Invariants that the guard could not evaluate the last time.',
    sql: `select count(*)::float8 as value from guard_check c where c.failures > 0 and $1::bigint is not null`,
  },
  {
    name: 'candor_breaches',
    help: 'Broken invariants that no later check found in order.',
    sql: `select count(*)::float8 as value from books_breach b where b.cleared_ms is null and $1::bigint is not null`,
  },
  {
    name: 'candor_log_entries',
    help: 'Entries of the transparency log.',
    sql: `select coalesce((select e.index + 1 from tlog_entry e order by e.index desc limit 1), 0)::float8 as value
      where $1::bigint is not null`,
  },
  {
    name: 'candor_log_checkpoint_age_seconds',
    help: 'Age of the newest signed root of the transparency log.',
    sql: `select ($1::bigint - c.time_ms)::float8 / 1000 as value from tlog_checkpoint c order by c.size desc limit 1`,
  },
  {
    name: 'candor_log_sources_stuck',
    help: 'Sources of the transparency log whose next entry cannot be appended.',
    sql: `select count(*)::float8 as value from tlog_stuck where $1::bigint is not null`,
  },
  {
    name: 'candor_liabilities_age_seconds',
    help: 'Age of the newest statement of what is owed to customers.',
    sql: `select ($1::bigint - s.as_of_ms)::float8 / 1000 as value from liability_statement s order by s.number desc limit 1`,
  },
  {
    name: 'candor_database_bytes',
    help: 'Size of the database on disk.',
    sql: `select pg_database_size(current_database())::float8 as value where $1::bigint is not null`,
  },
  {
    name: 'candor_wal_bytes_total',
    help: 'Bytes of WAL that PostgreSQL has written.',
    sql: `select pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end, '0/0')::float8
      as value where $1::bigint is not null`,
  },
  {
    name: 'candor_database_connections',
    help: 'Connections to the database, by role.',
    labels: ['role'],
    sql: `select a.usename::text as role, count(*)::float8 as value from pg_stat_activity a
      where a.datname = current_database() and a.usename is not null and $1::bigint is not null group by a.usename`,
  },
];

export type StoredFigureDeps = {
  readonly pool: Pick<Pool, 'query'>;
  /** The work queues and outboxes of all features. */
  readonly cases: readonly CaseSource[];
  readonly outboxes: readonly Outbox[];
  readonly now: () => number;
  readonly onError: (text: string, error: unknown) => void;
};

const KEPT_MS = 3000;
const HANDED_OVER_MS = 60_000;
const MESSAGES: readonly Outbox[] = [
  {
    kind: 'mail',
    waiting: 'select count(*)::float8 as value from mail where sent_ms is null and created_ms < $1::bigint',
  },
  {
    kind: 'text_message',
    waiting:
      'select count(*)::float8 as value from text_message where sent_ms is null and created_ms < $1::bigint',
  },
];

export function storedReadings(deps: StoredFigureDeps): Reading[] {
  const { pool, now, onError } = deps;
  const told = (name: string, read: () => Promise<Figures>) =>
    keptFor(KEPT_MS, () =>
      read().catch((error: unknown): Figures => {
        // A metric that can't be read is omitted, and the others are still reported. An alert fires if one is missing.
        onError(`metrics: failed to read the stored values of ${name}`, error);
        return [];
      }),
    );
  const stored = STORED_FIGURES.map((figure): Reading => {
    const { name, help, labels = [] } = figure;
    return { name, help, labels, read: told(name, () => readFigure(figure, deps)) };
  });
  const backlogs = keptFor(KEPT_MS, () => backlogsOf(deps));
  const standing = told('the house’s standing', () => standingOf(pool));
  return [
    ...stored,
    {
      name: 'candor_outbox_waiting',
      help: 'Messages and payouts that were due a minute ago and have not been delivered.',
      labels: ['kind'],
      read: told('the outboxes', () => outboxesOf(deps)),
    },
    {
      name: 'candor_cases_waiting',
      help: 'Cases that wait for an operator, and those of them that are past their deadline.',
      labels: ['kind', 'state'],
      read: told('the work queues', async () => countsOf(await backlogs())),
    },
    {
      name: 'candor_oldest_case_age_seconds',
      help: 'How long the oldest case of a kind has been waiting.',
      labels: ['kind'],
      read: told('the oldest cases', async () => agesOf(await backlogs(), now())),
    },
    {
      name: 'candor_house_amount',
      help: 'What customers may claim, what is in custody, and what of it is the house’s own and free.',
      labels: ['currency', 'figure'],
      read: standing,
    },
  ];
}

async function outboxesOf({ pool, outboxes, now }: StoredFigureDeps): Promise<Figures> {
  const all = [...MESSAGES, ...outboxes];
  const found = await Promise.all(
    all.map(({ waiting }) => pool.query<{ value: number }>(waiting, [now() - HANDED_OVER_MS])),
  );
  return all.map(({ kind }, at) => [[kind], found[at]?.rows[0]?.value ?? 0]);
}

type Backlogs = readonly (readonly [kind: string, Awaited<ReturnType<typeof backlogOf>>])[];

function backlogsOf({ pool, cases, now }: StoredFigureDeps): Promise<Backlogs> {
  return Promise.all(
    cases.map(async (source) => [source.kind, await backlogOf(pool, source, now())] as const),
  );
}

function countsOf(backlogs: Backlogs): Figures {
  return backlogs.flatMap(([kind, { count, overdue }]): Figures => [
    [[kind, 'waiting'], count],
    [[kind, 'overdue'], overdue],
  ]);
}

function agesOf(backlogs: Backlogs, nowMs: number): Figures {
  return backlogs.map(([kind, { oldestSince }]) => [
    [kind],
    oldestSince === null ? 0 : Math.max(0, nowMs / 1000 - oldestSince),
  ]);
}

async function standingOf(pool: StoredFigureDeps['pool']): Promise<Figures> {
  const standing = await houseStanding(pool);
  return standing.flatMap(({ currency, claims, custody, own, free }): Figures => {
    const figures = Object.entries({ claims, custody, own, free });
    return figures.map(([figure, amount]) => [[currency, figure], chartFigure(amount)]);
  });
}

async function readFigure(
  { labels = [], sql }: StoredFigure,
  { pool, now }: StoredFigureDeps,
): Promise<Figures> {
  const found = await pool.query<Record<string, string> & { value: number }>(sql, [now()]);
  return found.rows.map((row) => [labels.map((label) => row[label] ?? ''), row.value]);
}

/** Returns a function that queries at most once per interval and caches the result. */
function keptFor<Value>(
  ms: number,
  read: () => Promise<Value>,
  now: () => number = () => performance.now(),
): () => Promise<Value> {
  let kept: { readonly untilMs: number; readonly value: Promise<Value> } | undefined;
  return () => {
    if (kept === undefined || now() >= kept.untilMs) kept = { untilMs: now() + ms, value: read() };
    return kept.value;
  };
}
