/** Periods without quotes, computed from the tapes alone. */
import { DAY_MS } from '@candor/domain/time.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Pool } from '../../db/pool.ts';

type Halts = CallOutput<'GET transparency/fill_quality'>['halts'];

/**
 * Sums the halts that began on a UTC day of the market clock, by symbol. A halt lasts from the last quote before a gap entry
 * until the next quote. An entry that only reports rejected quotes is not a halt.
 */
export async function readHalts(pool: Pool, day: number): Promise<Halts> {
  const { rows } = await pool.query<{
    symbol: string;
    count: string;
    lasted_ms: string;
    longest: string;
    lasting: string;
  }>({
    name: 'halts-of-day',
    text: `select h.symbol, count(*) as count, coalesce(sum(h.until_ms - h.since_ms), 0) as lasted_ms,
        coalesce(max(h.until_ms - h.since_ms), 0) as longest, count(*) filter (where h.until_ms is null) as lasting
      from (
        select t.symbol, before.time_ms as since_ms, later.time_ms as until_ms
        from tape t
          cross join lateral (select b.gap, b.time_ms from tape b
            where b.symbol = t.symbol and b.seq < t.seq and b.cause is distinct from 'reject' order by b.seq desc limit 1) before
          left join lateral (select l.time_ms from tape l where l.symbol = t.symbol and l.seq > t.seq and not l.gap
            order by l.seq limit 1) later on true
        where t.gap and t.cause is distinct from 'reject' and t.time_ms >= $1 and t.time_ms < $2 and not before.gap
      ) h group by h.symbol order by h.symbol`,
    values: [day * DAY_MS, (day + 1) * DAY_MS],
  });
  return rows.map(({ symbol, count, lasted_ms: lastedMs, longest, lasting }) => ({
    ...{ symbol, count: Number(count), lasting: Number(lasting) },
    ...{ total_ms: Number(lastedMs), longest_ms: Number(longest) },
  }));
}
