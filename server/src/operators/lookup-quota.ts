/**
 * Limits how many customers one operator may lock, or read about, per hour and per day without a colleague's permission. The
 * database counts by its own clock. An admin who is a different person can allow ten times as many for one hour.
 */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { paces } from '@candor/protocol/oversight/console.ts';
import type { Connection, Pool } from '../db/pool.ts';
import { lockHouse } from './act.ts';
import type { OperatorCommand } from './act.ts';

export type TokenBucket = (typeof paces)[number];
type Db = Pick<Pool | Connection, 'query'>;

type Counted = { readonly now: number; readonly max: number };

/**
 * Returns the count and the maximum of this hour. If the day's quota is exhausted and this customer hasn't been counted yet,
 * returns those of the day.
 */
export async function paceOf(
  db: Db,
  of: { readonly person: string; readonly what: TokenBucket; readonly customer: bigint },
): Promise<Counted> {
  const found = await db.query<Counted & { readonly of_day: number; readonly day_max: number }>(
    `select count(*) filter (where h.hour = date_trunc('hour', house_clock()))::int as now,
      count(distinct h.customer) filter (where h.customer <> $3)::int as of_day,
      operator_pace_of($1, $2) as max, operator_day_pace_of($1, $2) as day_max
      from operator_hour h where h.what = $2 and h.person = $1
        and h.hour >= date_trunc('hour', house_clock()) - interval '23 hours'`,
    [of.person, of.what, of.customer],
  );
  const { now = 0, max = 0, of_day: ofDay = 0, day_max: dayMax = 0 } = found.rows[0] ?? {};
  return ofDay >= dayMax ? { now: ofDay, max: dayMax } : { now, max };
}

/** Counts that an operator read about these customers, at most once per customer and hour. */
export async function readAbout(
  db: Db,
  of: { readonly person: string; readonly customers: readonly string[] },
): Promise<Counted & { readonly before: number }> {
  const found = await db.query<Counted & { readonly before: number }>(
    `select t.before, t.by_now as now, operator_pace_of($1, 'reads') as max
      from operator_touches($1, 'reads', $2::bigint[]) t`,
    [of.person, of.customers],
  );
  return found.rows[0] ?? { before: 0, now: 0, max: 0 };
}

export function quotaViolation({ now, max }: Counted, more = 0) {
  return now + more > max ? refuse('colleague_needed', { params: { max: String(max) } }) : undefined;
}

export type Allowing = {
  readonly account: string;
  readonly what: TokenBucket;
  readonly reason: string;
  readonly by: { readonly account: string; readonly person: string };
};

/** Allows a colleague more lookups for an hour. */
export const allowMore: OperatorCommand<
  Allowing,
  Record<string, never>,
  'user_not_found' | 'second_person_needed'
> = {
  roles: ['admin'],
  decide: async (connection, { account: named, what, reason, by }) => {
    await lockHouse(connection);
    const account = named.trim().toLowerCase();
    const found = await connection.query<{ person: string }>(
      'select o.person from operator o where o.account = $1 and o.confirmed_ms is not null and o.disabled_ms is null',
      [account],
    );
    const person = found.rows[0]?.person;
    if (person === undefined) return refuse('user_not_found');
    if (person === by.person) return refuse('second_person_needed');
    return ok({
      answer: {},
      entry: {
        action: 'operator.allow',
        subject: `operator:${account}`,
        before: {},
        after: { what },
        reason,
      },
      apply: async (at) => {
        await at.query(
          'insert into operator_leave (account, person, what, granted_by, granted_at) values ($1, $2, $3, $4, house_clock())',
          [account, person, what, by.account],
        );
      },
    });
  },
};
