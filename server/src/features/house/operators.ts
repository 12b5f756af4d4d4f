/** Who acts for the house: listing, adding and disabling operators, and noting whom one of them is close to. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import type { OperatorRole } from '@candor/protocol/console/console-call.ts';
import type { Pool } from '../../db/pool.ts';
import { foldName } from '../../identity/names.ts';
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
  }>(
    `select o.account, o.role, o.person, o.sealed_totp_secret is not null as authenticator, o.disabled_ms,
        (select max(s.seen_ms) from operator_session s where s.account = o.account) as seen_ms,
        array(select t.customer::text from operator_tie t where t.person = o.person order by t.customer) as ties
      from operator o order by o.account`,
  );
  return found.rows.map(({ account, role, person, authenticator, disabled_ms, seen_ms, ties }) => ({
    ...{ account, role, person, authenticator, ties },
    disabled_at: secondsOf(disabled_ms),
    last_seen_at: secondsOf(seen_ms),
  }));
}

const secondsOf = (ms: string | null): number | null => (ms === null ? null : Math.floor(Number(ms) / 1000));

export type NewOperator = {
  readonly account: string;
  readonly role: OperatorRole;
  readonly person: string;
  readonly passwordHash: string;
  readonly sealedTotpSecret: Buffer;
  /** Whose account added it. */
  readonly by: string;
};

/** Under these names the log tells of what no operator did: adding the very first, and the payment provider's reports. */
const NOBODYS: ReadonlySet<string> = new Set(['bootstrap', 'payout-provider']);
const UNSEEN = /\p{C}/gu;

/** Two spellings that read alike are one person, or whoever writes a name in another way would be two. */
function personKey(person: string): string {
  return foldName(person).replace(UNSEEN, '').replace(/\s+/g, ' ').trim();
}

/** The spelling under which a person is known already, else as it was given. */
async function knownPerson(connection: Pick<Pool, 'query'>, person: string): Promise<string> {
  const found = await connection.query<{ person: string }>(
    'select distinct o.person from operator o order by o.person',
  );
  const key = personKey(person);
  return found.rows.find((known) => personKey(known.person) === key)?.person ?? person;
}

export const addOperator: OperatorCommand<NewOperator, { readonly account: string }, 'account_taken'> = {
  roles: ['admin'],
  decide: async (connection, added, nowMs) => {
    await lockHouse(connection);
    const { account, role, passwordHash, sealedTotpSecret, by } = added;
    const taken = await connection.query('select from operator o where o.account = $1', [account]);
    if (taken.rowCount !== 0 || NOBODYS.has(account)) return refuse('account_taken', { field: 'account' });
    const person = await knownPerson(connection, added.person);
    return ok({
      answer: { account },
      entry: {
        action: 'operator.add',
        subject: `operator:${account}`,
        before: {},
        after: { role, person },
        reason: undefined,
      },
      apply: async (at) => {
        await at.query(
          `insert into operator (account, role, person, password_hash, sealed_totp_secret, created_ms, added_by)
            values ($1, $2, $3, $4, $5, $6, $7)`,
          [account, role, person, passwordHash, sealedTotpSecret, nowMs, by],
        );
      },
    });
  },
};

export type Disabling = {
  readonly account: string;
  readonly reason: string;
  /** Who does it. */
  readonly by: string;
};

/** One does not disable oneself, so an admin who can sign in is always left. */
export const disableOperator: OperatorCommand<
  Disabling,
  { readonly account: string },
  'user_not_found' | 'state_abnormal' | 'operation_illegal'
> = {
  roles: ['admin'],
  decide: async (connection, { account, reason, by }, nowMs) => {
    await lockHouse(connection);
    const found = await connection.query<{ role: OperatorRole; disabled: boolean; by_enabled: boolean }>(
      `select o.role, o.disabled_ms is not null as disabled,
          exists (select from operator a where a.account = $2 and a.disabled_ms is null) as by_enabled
        from operator o where o.account = $1`,
      [account, by],
    );
    const row = found.rows[0];
    if (row === undefined) return refuse('user_not_found', { field: 'account' });
    // Of two admins who disable each other the second is disabled by the time that the first has let go of the house's book.
    if (account === by || !row.by_enabled) return refuse('operation_illegal', { field: 'account' });
    if (row.disabled) return refuse('state_abnormal', { field: 'account' });
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

export type Tying = {
  readonly customer: bigint;
  readonly person: string;
  readonly operator: Pick<Operator, 'account' | 'role' | 'person'>;
};

/** Everybody can say whose they are themselves; of others an admin does. It is for good, so it is said once. */
export const tiePerson: OperatorCommand<
  Tying,
  Record<string, never>,
  'user_not_found' | 'unauthorized' | 'state_abnormal'
> = {
  roles: EVERY_ROLE,
  decide: async (connection, { customer, person, operator }, nowMs) => {
    if (person !== operator.person && operator.role !== 'admin') {
      return refuse('unauthorized', { field: 'person' });
    }
    // The customer's book, so that whoever decides about them at this moment is before it or behind it.
    await connection.query('select from book where id = $1 for no key update', [customer]);
    const found = await connection.query<{ customer: boolean; person: boolean; tied: boolean }>(
      `select exists (select from customer c where c.id = $1) as customer,
        exists (select from operator o where o.person = $2) as person,
        exists (select from operator_tie t where t.customer = $1 and t.person = $2) as tied`,
      [customer, person],
    );
    const there = found.rows[0];
    if (there?.customer !== true) return refuse('user_not_found', { field: 'customer' });
    if (!there.person) return refuse('user_not_found', { field: 'person' });
    if (there.tied) return refuse('state_abnormal', { field: 'customer' });
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
