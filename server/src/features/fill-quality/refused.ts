/** Counts orders that were refused immediately, as recorded in the public log, by product, symbol, side and reason. */
import { DAY_MS } from '@candor/domain/time.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Pool } from '../../db/pool.ts';

type Refused = CallOutput<'GET transparency/fill_quality'>['refused'];

const MINUTE_MS = 60_000;
const NEWEST = `(select max(e.position) from tlog_entry e where e.kind = 'refused' and e.key = '')`;
/** Selects the records `c` whose refusals are in the log. Newer ones can't be compared with the log yet. */
export const LOGGED_REFUSALS = `c.refused is not null and c.at_ms / ${MINUTE_MS} <= ${NEWEST}`;

/** Counts the refused orders of a UTC day of the market clock, and returns the newest minute included in the count. */
export async function readRefused(
  pool: Pool,
  day: number,
): Promise<{ readonly counts: Refused; readonly toMs: number | null }> {
  const { rows } = await pool.query<{ newest: string | null; told: string | null; count: string }>({
    name: 'refused-of-day',
    text: `select n.newest, r.told, coalesce(r.count, 0) as count from (select ${NEWEST} as newest) n
      left join (select u.one as told, count(*) as count from command_record c cross join lateral unnest(c.refused) u (one)
        where ${LOGGED_REFUSALS} and c.market_ms >= $1 and c.market_ms < $2 group by u.one) r on true
      order by r.told collate "C"`,
    values: [day * DAY_MS, (day + 1) * DAY_MS],
  });
  const newest = rows[0]?.newest ?? null;
  return {
    counts: rows.flatMap(({ told, count }) => (told === null ? [] : [rowOf(told, Number(count))])),
    toMs: newest === null ? null : Number(newest) * MINUTE_MS,
  };
}

function rowOf(told: string, count: number): Refused[number] {
  const [product, symbol = '', side, reason = ''] = told.split('|');
  return {
    product: product as Refused[number]['product'],
    symbol,
    side: side as Refused[number]['side'],
    reason,
    count,
  };
}
