/**
 * Adds an operator on the command line. The first operator is added by the holder of the database and the vault key, later ones
 * by an admin. Once two admins exist, a second admin must confirm. The authenticator secret is printed by the step that activates
 * the account.
 */
import { refuse } from '@candor/domain/outcome.ts';
import type { OperatorRole } from '@candor/protocol/console/console-call.ts';
import type { Pool } from '../db/pool.ts';
import { addOperator, confirmOperator, toldOf } from '../features/house/adding.ts';
import type { NewOperator } from '../features/house/adding.ts';
import { newTotpSecret, otpauthUrl } from '../identity/factors/totp.ts';
import { isCommon, Passwords } from '../identity/secrets/password.ts';
import type { Vault } from '../identity/secrets/vault.ts';
import { said } from './sayings.ts';
import type { TaskResult } from './sayings.ts';
import { unknown } from './words.ts';
import type { Values } from './words.ts';
import { act, lockHouse } from '../operators/act.ts';
import type { OperatorCommand, Signing } from '../operators/act.ts';
import { totpPurpose } from '../operators/operators.ts';
import type { Operator } from '../operators/operators.ts';

export type Adding = { readonly account: string; readonly role: OperatorRole; readonly person: string };

const ROLES = ['support', 'reviewer', 'treasurer', 'admin'] as const satisfies readonly OperatorRole[];
const PASSWORD_CHARS_MIN = 12;
const PASSWORD_CHARS_MAX = 256;

/** Parses "operator add kim --role admin --person 'Kim Doe'", and "operator confirm" with the same arguments. */
export function readAdding(words: readonly string[], values: Values): Adding | string {
  const [, what, account, extra] = words;
  if (extra !== undefined) return unknown(words);
  if (account === undefined || !/^[a-z][a-z0-9_.-]{1,39}$/.test(account)) {
    return `Name the operator in lowercase letters: operator ${what} <operator>.`;
  }
  const role = ROLES.find((one) => one === values.role);
  if (role === undefined) return `Give --role as one of ${ROLES.join(', ')}.`;
  const person = values.person?.trim() ?? '';
  if (person === '')
    return 'Give --person, the person behind the account, the same for each account of one person.';
  return { account, role, person };
}

/**
 * The operator in whose name actions are executed before the first operator exists; the audit log shows this. The database owner
 * also uses it for the second approval if an admin has lost their authenticator and there is no other admin.
 */
export const BOOTSTRAP: Operator = { account: 'bootstrap', role: 'admin', person: 'bootstrap' };

const addFirst: OperatorCommand<
  NewOperator,
  { readonly account: string },
  'account_taken' | 'unauthorized' | 'parameter_wrong'
> = {
  roles: ['admin'],
  decide: async (connection, added, nowMs) => {
    await lockHouse(connection);
    const others = await connection.query('select from operator limit 1');
    if (others.rowCount !== 0) return refuse('unauthorized');
    // The first operator must be an admin, because only an admin can add the others.
    if (added.role !== 'admin')
      return refuse('parameter_wrong', { field: 'role', params: { field: 'role' } });
    return addOperator.decide(connection, added, nowMs);
  },
};

export async function hasOperators(pool: Pool): Promise<boolean> {
  return (await pool.query('select from operator limit 1')).rowCount !== 0;
}

export type AddingDeps = {
  readonly pool: Pool;
  readonly vault: Vault;
  readonly now: () => number;
  /** Undefined while no operator exists. */
  readonly operator: Operator | undefined;
  readonly sign?: Signing;
  readonly password: string;
};

export async function addWithSecret(
  { pool, vault, now, operator = BOOTSTRAP, sign, password }: AddingDeps,
  { account, role, person }: Adding,
): Promise<TaskResult> {
  if (password.length < PASSWORD_CHARS_MIN || password.length > PASSWORD_CHARS_MAX || isCommon(password)) {
    const text = `The new password must have ${PASSWORD_CHARS_MIN} to ${PASSWORD_CHARS_MAX} characters and not be a common one.`;
    return { done: false, text };
  }
  const passwordHash = await new Passwords(1).hash(password);
  if (passwordHash === undefined)
    throw new Error('expected a password hash, found none: too many hashes are pending');
  const secret = newTotpSecret();
  const sealedTotpSecret = vault.seal(secret, totpPurpose(account));
  const added = { account, role, person, passwordHash, sealedTotpSecret, by: operator.account };
  const command = operator === BOOTSTRAP ? addFirst : addOperator;
  const outcome = await act<
    NewOperator,
    { account: string },
    'account_taken' | 'unauthorized' | 'parameter_wrong'
  >({ pool, operator, now, ...(sign === undefined ? {} : { sign }) }, command, added);
  if (!outcome.ok) return said(outcome, () => '');
  const { waits } = await toldOf(pool, { account, by: operator.account });
  const who = `The operator ${account} (${role}, ${person})`;
  return waits
    ? {
        done: true,
        text: `${who} waits until another admin confirms: operator confirm ${account} --role ${role} --person "${person}"`,
      }
    : { done: true, text: `${who} can sign in.\n${toldOnce(account, secret)}` };
}

export type ConfirmDeps = Pick<AddingDeps, 'pool' | 'vault' | 'now' | 'operator' | 'sign'>;

/** Prints the secret only in the step that activates the account. */
export async function confirmWithSecret(
  { pool, vault, now, operator = BOOTSTRAP, sign }: ConfirmDeps,
  { account, role, person }: Adding,
): Promise<TaskResult> {
  const secret = newTotpSecret();
  const sealedTotpSecret = vault.seal(secret, totpPurpose(account));
  const confirming = { account, role, person, sealedTotpSecret, by: operator };
  const outcome = await act(
    { pool, operator, now, ...(sign === undefined ? {} : { sign }) },
    confirmOperator,
    confirming,
  );
  return said(
    outcome,
    () => `The operator ${account} (${role}, ${person}) can sign in.\n${toldOnce(account, secret)}`,
  );
}

function toldOnce(account: string, secret: string): string {
  return `Secret of the authenticator, shown only once: ${secret}\n${otpauthUrl(secret, account)}`;
}
