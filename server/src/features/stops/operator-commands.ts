/** Beginning an emergency stop, and approving its end before its time. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { StopCause } from '@candor/protocol/stops/targets.ts';
import { lockHouse } from '../../operators/act.ts';
import type { OperatorCommand } from '../../operators/act.ts';

type By = { readonly account: string; readonly person: string };
type Beginning = {
  readonly target: string;
  readonly cause: StopCause;
  readonly hours: number;
  readonly reason: string;
  readonly by: By;
};
type Releasing = {
  /** The number of the stop. */
  readonly id: string;
  readonly reason: string;
  readonly by: By;
};
type Nothing = Record<string, never>;

/** Those who may begin a stop may also approve its end. The database has the same roles. */
const ROLES = ['treasurer', 'admin'] as const;

/**
 * One person suffices to begin a stop, because danger does not wait. Nobody begins two of the same target in a row within a day,
 * so that no single person can hold back for longer than a day what others expect.
 */
export const beginStop: OperatorCommand<
  Beginning,
  Nothing,
  'pair_not_found' | 'order_state_wrong' | 'second_person_needed'
> = {
  roles: ROLES,
  decide: async (connection, { target, cause, hours, reason, by }) => {
    await lockHouse(connection);
    const found = await connection.query<{ known: boolean; lasts: boolean | null; own: boolean | null }>(
      `select $1 not like 'instrument:%' or exists (select from tape_head h where h.symbol = substr($1, 12)) as known,
          s.until_ms > emergency_stop_now_ms() as lasts,
          s.person = $2 and s.until_ms > emergency_stop_now_ms() - 86400000 as own
        from (values (1)) one left join lateral
          (select * from emergency_stop e where e.target = $1 order by e.number desc limit 1) s on true`,
      [target, by.person],
    );
    const last = found.rows[0];
    if (last?.known !== true) return refuse('pair_not_found', { field: 'target' });
    if (last.lasts === true) return refuse('order_state_wrong', { field: 'target' });
    if (last.own === true) return refuse('second_person_needed', { field: 'target' });
    return ok({
      answer: {},
      entry: {
        action: 'stop.begin',
        subject: 'house',
        before: {},
        after: { target, cause, hours },
        reason,
      },
      apply: async (at) => {
        await at.query(
          'insert into emergency_stop (target, cause, hours, begun_by, person) values ($1, $2, $3, $4, $5)',
          [target, cause, hours, by.account, by.person],
        );
      },
    });
  },
};

/** A stop ends with the second person's approval within a day of the first. The database decides this. */
export const releaseStop: OperatorCommand<Releasing, Nothing, 'order_state_wrong' | 'second_person_needed'> =
  {
    roles: ROLES,
    decide: async (connection, { id, reason, by }) => {
      await lockHouse(connection);
      const found = await connection.query<{ target: string; others: number; own: number }>(
        `select s.target, count(a.*) filter (where a.person <> $2)::int as others,
          count(a.*) filter (where a.person = $2)::int as own
        from emergency_stop s left join emergency_stop_approval a
          on a.number = s.number and a.said_ms > emergency_stop_now_ms() - 86400000
        where s.number = $1 and s.until_ms > emergency_stop_now_ms() group by s.target`,
        [id, by.person],
      );
      const stop = found.rows[0];
      if (stop === undefined) return refuse('order_state_wrong', { field: 'id' });
      if (stop.own > 0) return refuse('second_person_needed', { field: 'id' });
      const { target, others } = stop;
      return ok({
        answer: {},
        entry: {
          action: 'stop.release',
          subject: 'house',
          before: { stop: id, target, approvals: others },
          after: { stop: id, target, approvals: others + 1 },
          reason,
        },
        apply: async (at) => {
          await at.query(
            'insert into emergency_stop_approval (number, said_by, person) values ($1, $2, $3)',
            [id, by.account, by.person],
          );
        },
      });
    },
  };
