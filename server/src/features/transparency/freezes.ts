/** The public data about freezes of payouts and new trades that the guard has started. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Pool } from '../../db/pool.ts';

type Freezes = CallOutput<'GET transparency/freezes'>;

const SHOWN_MAX = 100;

export async function readFreezes(pool: Pick<Pool, 'query'>): Promise<Freezes> {
  const [now, found] = await Promise.all([
    pool.query<{ paused: boolean; frozen: boolean; beat_ms: string }>({
      name: 'freeze-now',
      text: `select not books_hold() as paused, exists (select from guard_freeze f where f.until_ms is null) as frozen, b.beat_ms
        from guard_beat b`,
      values: [],
    }),
    pool.query<{ number: string; reason: string; since_ms: string; until_ms: string | null }>({
      name: 'freezes',
      text: 'select number, reason, since_ms, until_ms from guard_freeze order by number desc limit $1',
      values: [SHOWN_MAX],
    }),
  ]);
  const state = now.rows[0];
  if (state === undefined) throw new Error('expected the row of the guard, found none');
  return {
    payouts_paused: state.paused,
    trading_paused: state.frozen,
    checked_at: state.beat_ms === '0' ? null : Math.floor(Number(state.beat_ms) / 1000),
    freezes: found.rows.map(({ number, reason, since_ms: since, until_ms: until }) => ({
      ...{ number: Number(number), reason, since_ms: Number(since) },
      until_ms: until === null ? null : Number(until),
    })),
  };
}
