/** Freezes of payouts and new trades: listing them, and approving the release of one. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import type { Pool } from '../../db/pool.ts';
import { lockHouse } from '../../operators/act.ts';
import type { OperatorCommand } from '../../operators/act.ts';

type Freezes = ConsoleOutput<'GET freezes'>;

const SHOWN_MAX = 20;
const inSeconds = (ms: string): number => Math.floor(Number(ms) / 1000);

export async function readFreezes(pool: Pick<Pool, 'query'>): Promise<Freezes> {
  const [beat, found] = await Promise.all([
    pool.query<{ beat_ms: string }>('select b.beat_ms from guard_beat b'),
    pool.query<{
      number: string;
      reason: string;
      since_ms: string;
      until_ms: string | null;
      approvals: { operator: string; ms: number }[];
    }>(
      `select f.number, f.reason, f.since_ms, f.until_ms, coalesce((select json_agg(json_build_object('operator', a.said_by, 'ms', a.said_ms)
          order by a.said_ms) from guard_approval a where a.number = f.number), '[]') as approvals
        from guard_freeze f order by f.number desc limit $1`,
      [SHOWN_MAX],
    ),
  ]);
  const beatMs = beat.rows[0]?.beat_ms ?? '0';
  return {
    checked_at: beatMs === '0' ? null : inSeconds(beatMs),
    freezes: found.rows.map(({ number, reason, since_ms: since, until_ms: until, approvals }) => ({
      ...{ number, reason, since: inSeconds(since), until: until === null ? null : inSeconds(until) },
      approvals: approvals.map(({ operator, ms }) => ({ operator, at: Math.floor(ms / 1000) })),
    })),
  };
}

type Releasing = {
  /** The number of the freeze. */
  readonly id: string;
  readonly reason: string;
  readonly by: { readonly account: string; readonly person: string };
};

/** A freeze ends with the second person's approval within a day of the first. The database decides this (`guard_released`). */
export const releaseFreeze: OperatorCommand<
  Releasing,
  Record<string, never>,
  'order_state_wrong' | 'second_person_needed' | 'conflict_of_interest'
> = {
  roles: ['treasurer', 'admin'],
  decide: async (connection, { id, reason, by }) => {
    await lockHouse(connection);
    const found = await connection.query<{ tied: boolean; others: number; own: number }>(
      `select guard_is_tied($2, f.number) as tied, count(a.*) filter (where a.person <> $2)::int as others,
          count(a.*) filter (where a.person = $2)::int as own
        from guard_freeze f left join guard_approval a on a.number = f.number and a.said_ms > guard_now_ms() - 86400000
        where f.number = $1 and f.until_ms is null group by f.number`,
      [id, by.person],
    );
    const freeze = found.rows[0];
    if (freeze === undefined) return refuse('order_state_wrong', { field: 'id' });
    if (freeze.tied) return refuse('conflict_of_interest');
    if (freeze.own > 0) return refuse('second_person_needed', { field: 'id' });
    return ok({
      answer: {},
      entry: {
        action: 'freeze.release',
        subject: 'house',
        before: { freeze: id, approvals: freeze.others },
        after: { freeze: id, approvals: freeze.others + 1 },
        reason,
      },
      apply: async (at) => {
        await at.query(
          'insert into guard_approval (number, said_by, person, said_ms) values ($1, $2, $3, 0)',
          [id, by.account, by.person],
        );
      },
    });
  },
};
