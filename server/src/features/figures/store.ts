/** Reads the figures of a period: the counted ones, and those that an index of their own rows answers at once. */
import { formatAmount, fromNumeric } from '@candor/domain/money/amount.ts';
import { MINUTE_MS } from '@candor/domain/time.ts';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import type { Pool } from '../../db/pool.ts';
import type { CaseSource } from '../../operators/cases.ts';
import { limits } from './limits.ts';

type Series = ConsoleOutput<'GET figures'>['series'][number];

export type SeriesDeps = {
  readonly pool: Pick<Pool, 'query'>;
  readonly cases: readonly CaseSource[];
  /** The house's time, by which spans are drawn. */
  readonly now: () => number;
  /** Dates breaches. */
  readonly wallNow: () => number;
  /** Dates the tape and options. */
  readonly marketNow: () => number;
};

/** In milliseconds of the house's time: whole spans, the end excluded. */
export type Drawn = {
  readonly span: 'hour' | 'day';
  readonly spanMs: number;
  readonly fromMs: number;
  readonly untilMs: number;
};

type Row = { series: Series['series']; key: string; start_ms: string; value: string };
type Select = { readonly name: string; readonly text: string; readonly values: readonly unknown[] };

export async function readSeries(
  deps: SeriesDeps,
  drawn: Drawn,
): Promise<{ series: Series[]; countedToMs: number | undefined }> {
  const { pool } = deps;
  const [counted, ...found] = await Promise.all([
    pool.query<{ sealed_ms: string }>({
      name: 'figures-counted',
      text: 'select l.sealed_ms from figure_progress p join ledger_seal l on l.number = p.seal',
    }),
    ...selectsOf(deps, drawn).map((select) => pool.query<Row>({ ...select, values: [...select.values] })),
  ]);
  const sealedMs = counted.rows[0]?.sealed_ms;
  return {
    series: groupedBySeries(found.flatMap(({ rows }) => rows)),
    countedToMs: sealedMs === undefined ? undefined : Number(sealedMs),
  };
}

function groupedBySeries(rows: readonly Row[]): Series[] {
  const lines = new Map<string, Series>();
  for (const { series, key, start_ms: startMs, value } of rows) {
    const name = `${series} ${key}`;
    const line = lines.get(name) ?? { series, key, points: [] };
    line.points.push({ at: Number(startMs) / 1000, value: formatAmount(fromNumeric(value)) });
    lines.set(name, line);
  }
  return [...lines.values()];
}

const STORED = `select f.series, f.key, f.start_ms, f.value::text from figure f
  where f.span = $1 and f.start_ms >= $2 and f.start_ms < $3 order by f.series, f.key, f.start_ms`;

const REGISTERED = `select 'registered' as series, '' as key, c.registered_ms - c.registered_ms % $3::bigint as start_ms,
    count(*)::text as value
  from customer c where c.registered_ms >= $1 and c.registered_ms < $2 group by 3 order by 3`;

/** The rows below are dated by other clocks. `$4` is how far the house's time is ahead of theirs. */
const startOf = (column: string): string =>
  `(${column} + $4::bigint) - (${column} + $4::bigint) % $3::bigint`;
const within = (column: string): string =>
  `${column} >= $1::bigint - $4::bigint and ${column} < $2::bigint - $4::bigint`;

const VOIDS = `select 'voids' as series, o.symbol as key, ${startOf('o.settled_ms')} as start_ms, count(*)::text as value
  from option_ticket o where o.status = 'void' and o.reason <> 'start_over' and ${within('o.settled_ms')}
  group by 2, 3 order by 2, 3`;

/** A halt is a gap entry that follows a quote while the market of its symbol is open. */
const HALTS = `select 'halts' as series, t.symbol as key, ${startOf('t.time_ms')} as start_ms, count(*)::text as value
  from (select g.symbol, g.seq, g.time_ms from tape g where g.gap and g.cause is distinct from 'reject' and ${within('g.time_ms')}
      order by g.time_ms desc limit ${limits.gapsMax}) t
    cross join lateral (select b.gap from tape b
      where b.symbol = t.symbol and b.seq < t.seq and b.cause is distinct from 'reject' order by b.seq desc limit 1) before
  where not before.gap and session_reopens_ms(t.symbol, t.time_ms) is null group by 2, 3 order by 2, 3`;

const BREACHES = `select 'breaches' as series, split_part(b.invariant, ':', 1) as key, ${startOf('b.found_ms')} as start_ms,
    count(*)::text as value
  from books_breach b where ${within('b.found_ms')} group by 2, 3 order by 2, 3`;

const queueSql = (kind: string, decided: string): string =>
  `select 'queue' as series, '${kind}' as key, d.decided_ms - d.decided_ms % $3::bigint as start_ms,
    trunc((percentile_disc(0.5) within group (order by d.decided_ms - d.since_ms))::numeric / ${MINUTE_MS}, 2)::text as value
  from (${decided}) d where d.decided_ms >= $1 and d.decided_ms < $2 group by 3 order by 3`;

function selectsOf(
  { cases, now, wallNow, marketNow }: SeriesDeps,
  { span, spanMs, fromMs, untilMs }: Drawn,
): Select[] {
  const period = [fromMs, untilMs, spanMs];
  const nowMs = now();
  const aheadOfMarketMs = nowMs - marketNow();
  return [
    { name: 'figures-stored', text: STORED, values: [span, fromMs, untilMs] },
    { name: 'figures-registered', text: REGISTERED, values: period },
    { name: 'figures-voids', text: VOIDS, values: [...period, aheadOfMarketMs] },
    { name: 'figures-halts', text: HALTS, values: [...period, aheadOfMarketMs] },
    { name: 'figures-breaches', text: BREACHES, values: [...period, nowMs - wallNow()] },
    ...cases.map(({ kind, decided }) => ({
      name: `figures-queue-${kind}`,
      text: queueSql(kind, decided),
      values: period,
    })),
  ];
}
