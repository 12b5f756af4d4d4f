/** The statistics of a day's fills. They are computed from the public list alone, so that anybody can recompute them. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import { DAY_MS } from '@candor/domain/time.ts';
import { fillQuality, readPublicFill } from '@candor/domain/trading/fill-quality.ts';
import type { FillQuality, Moves, PublicFill, Slippage } from '@candor/domain/trading/fill-quality.ts';
import { readUnfilledLine } from '@candor/domain/trading/unfilled.ts';
import type { UnfilledOrder } from '@candor/domain/trading/unfilled.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Pool } from '../../db/pool.ts';
import { readHalts } from './halts.ts';
import { LOGGED_REFUSALS, readRefused } from './refused.ts';
import { unfilledRows } from './unfilled.ts';
import { limits } from './limits.ts';

type Answer = CallOutput<'GET transparency/fill_quality'>;
type Row = Answer['rows'][number];

/** Lines read per query. */
const LINES_AT_ONCE = 10_000;
/** Basis points in 1. A rate has units of 10⁻⁴ of a basis point, because an amount has units of 10⁻⁸. */
const BP = 10_000n;

export async function readQuality(pool: Pool, dayText: string | undefined): Promise<Answer> {
  const days = await readDays(pool);
  const day = dayText === undefined ? days[0] : Date.parse(`${dayText}T00:00:00Z`) / DAY_MS;
  const shownDays = days.map(textOf);
  if (day === undefined) {
    return {
      ...{ day: null, days: shownDays, from_root: null, to_root: null },
      ...{ left_out: 0, rows: [], unfilled: [], refused: [], refused_to_ms: null, halts: [] },
    };
  }
  const { fills, unfilled, leftOut, roots } = await readDay(pool, day);
  const [refused, halts] = await Promise.all([readRefused(pool, day), readHalts(pool, day)]);
  return {
    ...{ day: textOf(day), days: shownDays },
    ...{ from_root: roots[0] ?? null, to_root: roots.at(-1) ?? null, left_out: leftOut },
    rows: fillQuality(fills).map(rowView),
    unfilled: await unfilledRows(pool, unfilled),
    ...{ refused: refused.counts, refused_to_ms: refused.toMs, halts },
  };
}

/** Returns the newest day with fills or refused orders, such as "2026-11-27", or undefined if there are none yet. */
export async function newestDay(pool: Pool): Promise<string | undefined> {
  const [newest] = await readDays(pool);
  return newest === undefined ? undefined : textOf(newest);
}

const textOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Skips from day to day in the indexes, because a day may have millions of fills. Some days have only refusals. */
async function readDays(pool: Pool): Promise<number[]> {
  const { rows } = await pool.query<{ day: number }>({
    name: 'fill-days',
    text: `with recursive f as (
        (select day from public_fill order by day desc limit 1)
        union all
        select (select p.day from public_fill p where p.day < f.day order by p.day desc limit 1) from f where f.day is not null
      ), r as (
        (select (c.market_ms / ${DAY_MS})::int as day from command_record c where ${LOGGED_REFUSALS} order by c.market_ms desc limit 1)
        union all
        select (select (c.market_ms / ${DAY_MS})::int from command_record c
          where ${LOGGED_REFUSALS} and c.market_ms < r.day::bigint * ${DAY_MS} order by c.market_ms desc limit 1) from r where r.day is not null
      )
      select day from (
        (select f.day from f where f.day is not null limit $1) union (select r.day from r where r.day is not null limit $1)
      ) days order by day desc limit $1`,
    values: [limits.daysShown],
  });
  return rows.map(({ day }) => day);
}

async function readDay(pool: Pool, day: number) {
  const fills: PublicFill[] = [];
  const unfilled: UnfilledOrder[] = [];
  const roots: number[] = [];
  let [root, number, read] = ['0', 0, 0];
  for (;;) {
    // Reads page by page, so that no single statement reads a whole day.
    // oxlint-disable-next-line no-await-in-loop
    const { rows } = await pool.query<{ root: string; number: number; line: string }>({
      name: 'fills-of-day',
      text: `select root, number, line from public_fill
        where day = $1 and (root, number) > ($2::bigint, $3::int) order by root, number limit $4`,
      values: [day, root, number, LINES_AT_ONCE],
    });
    for (const { line } of rows) {
      const order = readUnfilledLine(line);
      if (order !== undefined) unfilled.push(order);
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
