/**
 * Operators' passkeys: listing, confirming and revoking. A passkey is valid from the time at which an admin other than its
 * owner confirms it until it is revoked. `05-signatures.sql` enforces the same rules.
 */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import type { OperatorRole } from '@candor/protocol/console/console-call.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import { lockHouse } from '../../operators/act.ts';
import type { OperatorCommand } from '../../operators/act.ts';
import { fingerprintOf } from '../../operators/keys.ts';
import type { Operator } from '../../operators/operators.ts';

type Row = {
  id: string;
  account: string;
  person: string;
  label: string;
  public_key: Buffer;
  origin: string;
  enrolled_ms: string;
  confirmed_by: string | null;
  confirmed_ms: string | null;
  revoked_by: string | null;
  revoked_ms: string | null;
};

const EVERY_ROLE: readonly OperatorRole[] = ['support', 'reviewer', 'treasurer', 'admin'];
const LISTED_MAX = 500;
const secondsOf = (ms: string | null): number | null => (ms === null ? null : Math.floor(Number(ms) / 1000));

/** Lists pending passkeys first. Each group is sorted from newest to oldest. */
export async function listPasskeys(
  pool: Pick<Pool, 'query'>,
  { account, role }: Pick<Operator, 'account' | 'role'>,
): Promise<ConsoleOutput<'GET passkeys'>> {
  const found = await pool.query<Row>(
    `select k.id, k.account, o.person, k.label, k.public_key, k.origin, k.enrolled_ms, k.confirmed_by, k.confirmed_ms,
        k.revoked_by, k.revoked_ms
      from operator_key k join operator o on o.account = k.account
      where k.kind = 'passkey' and (k.account = $1 or $2)
      order by k.confirmed_ms is not null or k.revoked_ms is not null, k.enrolled_ms desc, k.id limit $3`,
    [account, role === 'admin', LISTED_MAX],
  );
  return found.rows.map(({ id, public_key, enrolled_ms, confirmed_ms, revoked_ms, ...row }) => ({
    ...row,
    key: id,
    public_key: public_key.toString('hex'),
    fingerprint: fingerprintOf(public_key),
    brought_at: Math.floor(Number(enrolled_ms) / 1000),
    confirmed_at: secondsOf(confirmed_ms),
    revoked_at: secondsOf(revoked_ms),
  }));
}

/** Returns the account's unrevoked passkeys, with the transports that browsers need. */
export async function heldPasskeys(
  pool: Pick<Pool, 'query'>,
  account: string,
): Promise<{ id: string; transports: string[] }[]> {
  const found = await pool.query<{ id: string; transports: string[] }>(
    `select k.id, k.transports from operator_key k
      where k.account = $1 and k.kind = 'passkey' and k.revoked_ms is null order by k.enrolled_ms, k.id`,
    [account],
  );
  return found.rows;
}

type Named = { readonly account: string; readonly key: string };
type Found = {
  public_key: Buffer;
  person: string;
  confirmed: boolean;
  revoked: boolean;
  may: boolean;
};

/** Reads a passkey under the house lock, and whether the deciding account is currently an admin or the database owner. */
async function standing(
  connection: Connection,
  { account, key }: Named,
  by: string,
): Promise<Found | undefined> {
  await lockHouse(connection);
  const found = await connection.query<Found>(
    `select k.public_key, o.person, k.confirmed_ms is not null as confirmed, k.revoked_ms is not null as revoked,
        case when $3 = 'bootstrap'
          then pg_has_role(current_user, (select c.relowner from pg_class c where c.oid = 'operator'::regclass), 'member')
          else operator_admits($3) end as may
      from operator_key k join operator o on o.account = k.account
      where k.id = $2 and k.account = $1 and k.kind = 'passkey'`,
    [account, key, by],
  );
  return found.rows[0];
}

export type Confirming = Named & {
  /** The public key that the admin saw, in hex. */
  readonly public_key: string;
  readonly by: Pick<Operator, 'account' | 'person'>;
};

export const confirmPasskey: OperatorCommand<
  Confirming,
  Record<string, never>,
  'not_found' | 'case_changed' | 'state_abnormal' | 'second_person_needed' | 'operation_illegal'
> = {
  roles: ['admin'],
  decide: async (connection, { by, public_key: seen, ...named }, nowMs) => {
    const row = await standing(connection, named, by.account);
    if (row === undefined) return refuse('not_found');
    if (row.public_key.toString('hex') !== seen) return refuse('case_changed');
    if (row.confirmed || row.revoked) return refuse('state_abnormal', { field: 'key' });
    if (!row.may) return refuse('operation_illegal', { field: 'key' });
    if (row.person === by.person) return refuse('second_person_needed');
    return ok({
      answer: {},
      entry: {
        action: 'key.confirm',
        subject: `operator:${named.account}`,
        before: { key: named.key, confirmed: false },
        after: { key: named.key, public_key: seen, confirmed: true },
        reason: undefined,
      },
      apply: async (at) => {
        await at.query('update operator_key set confirmed_by = $2, confirmed_ms = $3 where id = $1', [
          named.key,
          by.account,
          nowMs,
        ]);
      },
    });
  },
};

export type Revoking = Named & { readonly reason: string; readonly by: Pick<Operator, 'account'> };

export const revokePasskey: OperatorCommand<
  Revoking,
  Record<string, never>,
  'not_found' | 'state_abnormal' | 'operation_illegal'
> = {
  roles: EVERY_ROLE,
  decide: async (connection, { by, reason, ...named }, nowMs) => {
    const row = await standing(connection, named, by.account);
    if (row === undefined) return refuse('not_found');
    if (named.account !== by.account && !row.may) return refuse('operation_illegal', { field: 'key' });
    if (row.revoked) return refuse('state_abnormal', { field: 'key' });
    return ok({
      answer: {},
      entry: {
        action: 'key.revoke',
        subject: `operator:${named.account}`,
        before: { key: named.key, revoked: false },
        after: { key: named.key, revoked: true },
        reason,
      },
      apply: async (at) => {
        await at.query('update operator_key set revoked_by = $2, revoked_ms = $3 where id = $1', [
          named.key,
          by.account,
          nowMs,
        ]);
        await at.query(
          'update operator_session set ended_ms = $2 where account = $1 and ended_ms is null and $1 <> $3',
          [named.account, nowMs, by.account],
        );
      },
    });
  },
};
