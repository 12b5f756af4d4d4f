/** Operators: listing, disabling, and declaring conflicts of interest. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import type { OperatorRole } from '@candor/protocol/console/console-call.ts';
import type { Pool } from '../../db/pool.ts';
import { lockHouse } from '../../operators/act.ts';
import type { OperatorCommand } from '../../operators/act.ts';
import type { Operator } from '../../operators/operators.ts';

type OperatorList = ConsoleOutput<'GET operators'>;

const EVERY_ROLE: readonly OperatorRole[] = ['support', 'reviewer', 'treasurer', 'admin'];

export async function listOperators(pool: Pick<Pool, 'query'>): Promise<OperatorList> {
  const found = await pool.query<{
    account: string;
    role: OperatorRole;
    person: string;
    authenticator: boolean;
    disabled_ms: string | null;
    seen_ms: string | null;
    ties: string[];
    added_by: string | null;
    created_ms: string;
    confirmed_by: string | null;
    confirmed_ms: string | null;
  }>(
    `select o.account, o.role, o.person, o.sealed_totp_secret is not null as authenticator, o.disabled_ms,
        o.added_by, o.created_ms, o.confirmed_by, o.confirmed_ms,
        (select max(s.seen_ms) + house_ahead_ms() from operator_session s where s.account = o.account) as seen_ms,
        array(select t.customer::text from operator_tie t where t.person = o.person order by t.customer) as ties
      from operator o order by o.account`,
  );
  return found.rows.map(({ disabled_ms, seen_ms, created_ms, confirmed_ms, ...one }) => ({
    ...one,
    added_at: Math.floor(Number(created_ms) / 1000),
    confirmed_at: secondsOf(confirmed_ms),
    disabled_at: secondsOf(disabled_ms),
    last_seen_at: secondsOf(seen_ms),
  }));
}

const secondsOf = (ms: string | null): number | null => (ms === null ? null : Math.floor(Number(ms) / 1000));

export type Disabling = {
  readonly account: string;
  readonly reason: string;
  /** The account of the admin who disables the operator. */
  readonly by: string;
};

/**
 * Nobody can disable their own account. Once there have been two admins, at least two must remain, so that somebody can always
 * confirm.
 */
export const disableOperator: OperatorCommand<
  Disabling,
  { readonly account: string },
  'user_not_found' | 'state_abnormal' | 'operation_illegal' | 'two_admins_needed'
> = {
  roles: ['admin'],
  decide: async (connection, { account, reason, by }, nowMs) => {
    await lockHouse(connection);
    const found = await connection.query<{
      role: OperatorRole;
      disabled: boolean;
      by_enabled: boolean;
      needed: boolean;
    }>(
      `select o.role, o.disabled_ms is not null as disabled, operator_admits($2) as by_enabled,
          operator_takes_two() and operator_last_but_one(o.account) as needed
        from operator o where o.account = $1`,
      [account, by],
    );
    const row = found.rows[0];
    if (row === undefined) return refuse('user_not_found', { field: 'account' });
    // If two admins disable each other concurrently, the second is already disabled by the time the first releases the house
    // lock.
    if (account === by || !row.by_enabled) return refuse('operation_illegal', { field: 'account' });
    if (row.disabled) return refuse('state_abnormal', { field: 'account' });
    if (row.needed) return refuse('two_admins_needed', { field: 'account' });
    return ok({
      answer: { account },
      entry: {
        action: 'operator.disable',
        subject: `operator:${account}`,
        before: { role: row.role, disabled: false },
        after: { role: row.role, disabled: true },
        reason,
      },
      apply: async (at) => {
        await at.query('update operator set disabled_ms = $2 where account = $1', [account, nowMs]);
        await at.query('update operator_session set ended_ms = $2 where account = $1 and ended_ms is null', [
          account,
          nowMs,
        ]);
      },
    });
  },
};

/** Large amounts take two approvers. */
const DECIDERS_MIN = 2;

export type Tying = {
  readonly customer: bigint;
  readonly person: string;
  readonly operator: Pick<Operator, 'account' | 'role' | 'person'>;
};

/**
 * Operators declare their own conflicts of interest. An admin may declare another operator's conflict only if at least two people
 * remain who may decide about the customer, so that nobody can keep a customer to themselves or block every decision. A conflict
 * is permanent, and is declared only once.
 */
export const tiePerson: OperatorCommand<
  Tying,
  Record<string, never>,
  'user_not_found' | 'unauthorized' | 'state_abnormal' | 'operation_illegal'
> = {
  roles: EVERY_ROLE,
  decide: async (connection, { customer, person, operator }, nowMs) => {
    if (person !== operator.person && operator.role !== 'admin') {
      return refuse('unauthorized', { field: 'person' });
    }
    // Lock the customer's row, so that a concurrent decision about them happens entirely before or after.
    await connection.query('select from book where id = $1 for no key update', [customer]);
    const found = await connection.query<{
      customer: boolean;
      person: boolean;
      tied: boolean;
      decides: boolean;
      left: number;
    }>(
      `select exists (select from customer c where c.id = $1) as customer,
        exists (select from operator o where o.person = $2) as person,
        exists (select from operator_tie t where t.customer = $1 and t.person = $2) as tied,
        exists (select from operator o where o.person = $2 and o.role <> 'support') as decides,
        (select count(distinct o.person)::int from operator o where o.role <> 'support' and o.person <> $2
          and o.confirmed_ms is not null and o.disabled_ms is null
          and not exists (select from operator_tie t where t.customer = $1 and t.person = o.person)) as left`,
      [customer, person],
    );
    const there = found.rows[0];
    if (there?.customer !== true) return refuse('user_not_found', { field: 'customer' });
    if (!there.person) return refuse('user_not_found', { field: 'person' });
    if (there.tied) return refuse('state_abnormal', { field: 'customer' });
    if (person !== operator.person && there.decides && there.left < DECIDERS_MIN) {
      return refuse('operation_illegal', { field: 'person' });
    }
    return ok({
      answer: {},
      entry: {
        action: 'operator.tie',
        subject: `person:${person}`,
        before: {},
        after: { customer: customer.toString() },
        reason: undefined,
      },
      apply: async (at) => {
        await at.query(
          'insert into operator_tie (person, customer, noted_ms, noted_by) values ($1, $2, $3, $4)',
          [person, customer, nowMs, operator.account],
        );
      },
    });
  },
};
