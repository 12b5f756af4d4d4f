/**
 * Adding an operator takes two approvers, so that no single person has both the password and the authenticator: one admin adds
 * the account with its first password, and another confirms the person and gets the authenticator's secret. A new account is
 * active immediately only if there have never been two admins. `05-operators.sql` enforces the same rules.
 */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { OperatorRole } from '@candor/protocol/console/console-call.ts';
import type { Pool } from '../../db/pool.ts';
import { foldName } from '../../identity/names.ts';
import { lockHouse } from '../../operators/act.ts';
import type { OperatorCommand } from '../../operators/act.ts';

export type NewOperator = {
  readonly account: string;
  readonly role: OperatorRole;
  readonly person: string;
  readonly passwordHash: string;
  /** Stored if the account is active immediately; otherwise discarded, and the confirming admin gets a new secret. */
  readonly sealedTotpSecret: Buffer;
  /** The account of the admin who adds the operator. */
  readonly by: string;
};

/** Names that the audit log uses for actions without an operator: adding the first admin, and reports by the payment provider. */
const NOBODYS: ReadonlySet<string> = new Set(['bootstrap', 'payout-provider']);
const UNSEEN = /\p{C}/gu;

/** Normalises equivalent spellings of a name, so that nobody counts as two people by spelling their name differently. */
function personKey(person: string): string {
  return foldName(person).replace(UNSEEN, '').replace(/\s+/g, ' ').trim();
}

/** Returns the stored spelling of a person's name, or the given spelling if none is stored. */
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
    const found = await connection.query<{ taken: boolean; waits: boolean }>(
      `select exists (select from operator o where o.account = $1) as taken, operator_takes_two() as waits`,
      [account],
    );
    const { taken = false, waits = true } = found.rows[0] ?? {};
    if (taken || NOBODYS.has(account)) return refuse('account_taken', { field: 'account' });
    const person = await knownPerson(connection, added.person);
    return ok({
      answer: { account },
      entry: {
        action: 'operator.add',
        subject: `operator:${account}`,
        before: {},
        after: { role, person, waits },
        reason: undefined,
      },
      apply: async (at) => {
        await at.query(
          `insert into operator (account, role, person, password_hash, sealed_totp_secret, created_ms, added_by)
            values ($1, $2, $3, $4, $5, $6, $7)`,
          [account, role, person, passwordHash, waits ? null : sealedTotpSecret, nowMs, by],
        );
      },
    });
  },
};

export type Confirming = {
  readonly account: string;
  /** Role and person as the confirming admin saw them. */
  readonly role: OperatorRole;
  readonly person: string;
  readonly sealedTotpSecret: Buffer;
  readonly by: { readonly account: string; readonly person: string };
};

type Waiting = {
  role: OperatorRole;
  person: string;
  added_by: string | null;
  adder: string | null;
  confirmed: boolean;
  disabled: boolean;
  may: boolean;
};

/**
 * Selects the account to confirm, and whether the confirming account may do so: it must be an enabled admin or the table owner.
 */
const WAITING = `select o.role, o.person, o.added_by, o.confirmed_ms is not null as confirmed,
    o.disabled_ms is not null as disabled,
    case when operator_admits(o.added_by) then operator_person(o.added_by) end as adder,
    case when $2 = 'bootstrap'
      then pg_has_role(current_user, (select c.relowner from pg_class c where c.oid = 'operator'::regclass), 'member')
      else operator_admits($2) end as may
  from operator o where o.account = $1`;

export const confirmOperator: OperatorCommand<
  Confirming,
  { readonly account: string },
  'user_not_found' | 'case_changed' | 'state_abnormal' | 'second_person_needed' | 'operation_illegal'
> = {
  roles: ['admin'],
  decide: async (connection, { account, role, person, sealedTotpSecret, by }, nowMs) => {
    await lockHouse(connection);
    const found = await connection.query<Waiting>(WAITING, [account, by.account]);
    const row = found.rows[0];
    if (row === undefined) return refuse('user_not_found', { field: 'account' });
    if (row.role !== role || personKey(row.person) !== personKey(person)) return refuse('case_changed');
    // An account must be added again if the admin who added it has since been disabled.
    if (row.confirmed || row.disabled || row.adder === null) {
      return refuse('state_abnormal', { field: 'account' });
    }
    if (!row.may) return refuse('operation_illegal', { field: 'account' });
    if (by.person === row.adder || by.person === row.person) return refuse('second_person_needed');
    return ok({
      answer: { account },
      entry: {
        action: 'operator.confirm',
        subject: `operator:${account}`,
        before: { role, person: row.person, added_by: row.added_by, confirmed: false },
        after: { role, person: row.person, confirmed: true },
        reason: undefined,
      },
      apply: async (at) => {
        await at.query(
          'update operator set confirmed_by = $2, confirmed_ms = $3, sealed_totp_secret = $4 where account = $1',
          [account, by.account, nowMs, sealedTotpSecret],
        );
      },
    });
  },
};

export type Told = {
  readonly passwordHash: string;
  readonly waits: boolean;
  /** The authenticator's secret. It is returned to the admin who activated the account until it is first used. */
  readonly sealedTotpSecret: Buffer | undefined;
};

/**
 * Returns the answer to the admin who added or confirmed an account. It is read from the stored row, so that a retry gets the
 * same answer. Nobody else gets the secret, and nobody gets it once the authenticator has been used.
 */
export async function toldOf(
  pool: Pick<Pool, 'query'>,
  { account, by }: { readonly account: string; readonly by: string },
): Promise<Told> {
  const found = await pool.query<{ password_hash: string; waits: boolean; sealed: Buffer | null }>(
    `select o.password_hash, o.confirmed_ms is null as waits, case when o.confirmed_by = $2 and o.disabled_ms is null
        and o.totp_last_step = 0 then o.sealed_totp_secret end as sealed
      from operator o where o.account = $1`,
    [account, by],
  );
  const row = found.rows[0];
  if (row === undefined) throw new Error(`operator ${account} not found after it was added`);
  const { password_hash: passwordHash, waits, sealed } = row;
  return { passwordHash, waits, sealedTotpSecret: sealed ?? undefined };
}
