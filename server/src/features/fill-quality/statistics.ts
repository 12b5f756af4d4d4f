/** The statistics of a day's fills, from the public list alone, so that everybody can compute them again. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import { DAY_MS } from '@candor/domain/time.ts';
import { fillQuality, readPublicFill } from '@candor/domain/trading/fill-quality.ts';
import type { FillQuality, Moves, PublicFill, Slippage } from '@candor/domain/trading/fill-quality.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Pool } from '../../db/pool.ts';
import { limits } from './limits.ts';

type Answer = CallOutput<'GET transparency/fill_quality'>;
type Row = Answer['rows'][number];

/** Lines read at once. */
const LINES_AT_ONCE = 10_000;
/** A unit is 10⁻⁴ of a basis point, and an amount has units of 10⁻⁸. */
const BP = 10_000n;

export async function readQuality(pool: Pool, dayText: string | undefined): Promise<Answer> {
  const days = await readDays(pool);
  const day = dayText === undefined ? days[0] : Date.parse(`${dayText}T00:00:00Z`) / DAY_MS;
  const shownDays = days.map(textOf);
  if (day === undefined) {
    return {
      ...{ day: null, days: shownDays, from_root: null, to_root: null },
      ...{ left_out: 0, rows: [], unfilled: [] },
    };
  }
  const { fills, unfilled, leftOut, roots } = await readDay(pool, day);
  return {
    ...{ day: textOf(day), days: shownDays },
    ...{ from_root: roots[0] ?? null, to_root: roots.at(-1) ?? null, left_out: leftOut },
    rows: fillQuality(fills).map(rowView),
    unfilled: [...unfilled].map(([reason, count]) => ({ reason, count })).toSorted(byReason),
  };
}

const textOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
const byReason = (one: { reason: string }, other: { reason: string }): number =>
  one.reason < other.reason ? -1 : 1;

/** Steps from day to day over the index, since there may be millions of fills a day. */
async function readDays(pool: Pool): Promise<number[]> {
  const { rows } = await pool.query<{ day: number }>({
    name: 'fill-days',
    text: `with recursive d as (
        (select day from public_fill order by day desc limit 1)
        union all
        select (select f.day from public_fill f where f.day < d.day order by f.day desc limit 1) from d where d.day is not null)
      select day from d where day is not null limit $1`,
    values: [limits.daysShown],
  });
  return rows.map(({ day }) => day);
}

async function readDay(pool: Pool, day: number) {
  const fills: PublicFill[] = [];
  const unfilled = new Map<string, number>();
  const roots: number[] = [];
  let [root, number, read] = ['0', 0, 0];
  for (;;) {
    // Page by page, so that no statement reads a whole day.
    // oxlint-disable-next-line no-await-in-loop
    const { rows } = await pool.query<{ root: string; number: number; line: string }>({
      name: 'fills-of-day',
      text: `select root, number, line from public_fill
        where day = $1 and (root, number) > ($2::bigint, $3::int) order by root, number limit $4`,
      values: [day, root, number, LINES_AT_ONCE],
    });
    for (const { line } of rows) {
      const [, product, , , , , reason = ''] = line.split('|');
      if (product === 'unfilled') unfilled.set(reason, (unfilled.get(reason) ?? 0) + 1);
      else {
        const fill = readPublicFill(line);
        if (fill !== undefined) fills.push(fill);
      }
    }
    const last = rows.at(-1);
    read += rows.length;
    if (rows[0] !== undefined && roots.length === 0) roots.push(Number(rows[0].root));
    if (last !== undefined) roots[1] = Number(last.root);
    const isLast = last === undefined || rows.length < LINES_AT_ONCE;
    if (isLast || read >= limits.fillsDayMax) {
      const leftOut = isLast ? 0 : await countAfter(pool, day, last);
      return { fills, unfilled, leftOut, roots };
    }
    [root, number] = [last.root, last.number];
  }
}

async function countAfter(pool: Pool, day: number, at: { root: string; number: number }): Promise<number> {
  const { rows } = await pool.query<{ count: string }>({
    name: 'fills-left-out',
    text: 'select count(*) as count from public_fill where day = $1 and (root, number) > ($2::bigint, $3::int)',
    values: [day, at.root, at.number],
  });
  return Number(rows[0]?.count ?? 0);
}

function rowView(row: FillQuality): Row {
  return {
    ...{ product: row.product as Row['product'], symbol: row.symbol, against: row.against },
    ...{ fills: row.fills, waited: row.waited, at: row.at },
    ...{ better: slippageView(row.better), worse: slippageView(row.worse) },
    ...{ favour: movesView(row.favour), disfavour: movesView(row.disfavour) },
    ...{ wait_p50_ms: row.waitP50Ms, wait_p99_ms: row.waitP99Ms },
  };
}

const bp = (units: bigint): string => formatAmount(units * BP);

function slippageView({ count, sum, p99 }: Slippage): Row['better'] {
  return {
    count,
    sum_bp: bp(sum),
    mean_bp: count === 0 ? null : bp(sum / BigInt(count)),
    p99_bp: p99 === null ? null : bp(p99),
  };
}

const movesView = ({ orders, waited, sum }: Moves): Row['favour'] => ({ orders, waited, sum_bp: bp(sum) });
