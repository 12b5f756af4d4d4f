/** Test helper that derives the outcome of every alert from the tape alone. */
import type { Pool } from '../../../db/pool.ts';

/**
 * Returns the alerts that contradict the tape: closed by an entry other than the first that reaches them, announced more than
 * once or with a different entry, or reached but not announced.
 */
export async function notNotifiedByTheTape(pool: Pick<Pool, 'query'>): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select a.id, a.status, a.reached_seq, first.seq as first_seq, told.entries from price_alert a
      left join lateral (select min(t.seq) as seq from tape t where t.symbol = a.symbol and t.seq > a.armed_seq and not t.gap
        and case a.direction when 'above' then t.last >= a.price else t.last <= a.price end) first on true
      left join lateral (select array_agg(n.params::jsonb ->> 'entry') as entries from notice n
        where n.book = a.book and n.kind = 'price_alert' and n.params::jsonb ->> 'alert' = a.id::text) told on true
      where case a.status
        when 'reached' then a.reached_seq is distinct from first.seq or told.entries is distinct from array[first.seq::text]
        when 'open' then told.entries is not null or first.seq < (
          select h.seq - 100 from tape_head h where h.symbol = a.symbol)
        else told.entries is not null end`,
  );
  return rows;
}
