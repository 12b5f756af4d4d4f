/**
 * Resetting a lost password or authenticator takes two admins, neither of whom is the operator who lost it: one requests the
 * reset, the other confirms or rejects it. Only the requester knows a new password and only the approver knows the secret of
 * a new authenticator, so neither has both. This also holds across two resets: an admin who learned one of the two can't
 * learn the other in a second reset. `05-resets.sql` enforces the same rules.
 */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import type { Pool } from '../../db/pool.ts';
import { lockHouse } from '../../operators/act.ts';
import type { OperatorCommand } from '../../operators/act.ts';
import type { Operator } from '../../operators/operators.ts';

type What = 'password' | 'authenticator';

export async function listResets(pool: Pick<Pool, 'query'>): Promise<ConsoleOutput<'GET operator_resets'>> {
  const found = await pool.query<{
    id: string;
    account: string;
    person: string;
    what: What;
    reason: string;
    requested_by: string;
    requested_ms: string;
  }>(
    `select r.id, r.account, o.person, r.what, r.reason, r.requested_by, r.requested_ms
      from operator_reset r join operator o on o.account = r.account where r.status = 'requested' order by r.requested_ms, r.id`,
  );
  return found.rows.map(({ requested_ms: ms, ...row }) => ({
    ...row,
    requested_at: Math.floor(Number(ms) / 1000),
  }));
}

export type Asking = {
  readonly id: string;
  readonly account: string;
  readonly what: What;
  readonly passwordHash: string | undefined;
  readonly reason: string;
  readonly by: Pick<Operator, 'account' | 'person'>;
};

export const askReset: OperatorCommand<
  Asking,
  Record<string, never>,
  'user_not_found' | 'state_abnormal' | 'operation_illegal' | 'second_person_needed'
> = {
  roles: ['admin'],
  decide: async (connection, { id, account, what, passwordHash, reason, by }, nowMs) => {
    await lockHouse(connection);
    const found = await connection.query<{
      person: string;
      counts: boolean;
      example: boolean;
      waits: boolean;
      may: boolean;
      knows: string | null;
    }>(
      `select o.person, o.confirmed_ms is not null and o.disabled_ms is null as counts, o.added_by is null as example,
          exists (select from operator_reset r where r.account = o.account and r.status = 'requested') as waits,
          operator_admits($2) as may, operator_knows(o.account, 'authenticator') as knows
        from operator o where o.account = $1`,
      [account, by.account],
    );
    const row = found.rows[0];
    if (row === undefined) return refuse('user_not_found', { field: 'account' });
    if (!row.may || row.example) return refuse('operation_illegal', { field: 'account' });
    if (!row.counts || row.waits) return refuse('state_abnormal', { field: 'account' });
    if (row.person === by.person) return refuse('second_person_needed');
    if (what === 'password' && row.knows === by.person) return refuse('second_person_needed');
    return ok({
      answer: {},
      entry: {
        action: 'operator.reset',
        subject: `operator:${account}`,
        before: {},
        after: { id, what },
        reason,
      },
      apply: async (at) => {
        await at.query(
          `insert into operator_reset (id, account, what, password_hash, reason, status, requested_by, requested_ms)
            values ($1, $2, $3, $4, $5, 'requested', $6, $7)`,
          [id, account, what, passwordHash ?? null, reason, by.account, nowMs],
        );
      },
    });
  },
};

export type Deciding = {
  readonly id: string;
  readonly account: string;
  readonly what: What;
  readonly verdict: 'confirm' | 'reject';
  /** Secret of the new authenticator, stored if the reset is confirmed. */
  readonly sealedTotpSecret: Buffer;
  readonly by: Pick<Operator, 'account' | 'person'>;
};

type Waiting = {
  account: string;
  what: What;
  status: string;
  person: string;
  counts: boolean;
  asker: string;
  may: boolean;
  asker_may: boolean;
  knows: string | null;
};

const WAITING = `select r.account, r.what, r.status, o.person, o.disabled_ms is null as counts,
    operator_person(r.requested_by) as asker, operator_admits($2) as may, operator_admits(r.requested_by) as asker_may,
    operator_knows(r.account, 'password') as knows
  from operator_reset r join operator o on o.account = r.account where r.id = $1`;

export const decideReset: OperatorCommand<
  Deciding,
  Record<string, never>,
  'not_found' | 'case_changed' | 'state_abnormal' | 'second_person_needed' | 'operation_illegal'
> = {
  roles: ['admin'],
  decide: async (connection, { id, account, what, verdict, sealedTotpSecret, by }, nowMs) => {
    await lockHouse(connection);
    const found = await connection.query<Waiting>(WAITING, [id, by.account]);
    const row = found.rows[0];
    if (row === undefined) return refuse('not_found');
    if (row.account !== account || row.what !== what) return refuse('case_changed');
    if (row.status !== 'requested') return refuse('state_abnormal', { field: 'id' });
    if (!row.may) return refuse('operation_illegal', { field: 'account' });
    const isConfirmed = verdict === 'confirm';
    if (isConfirmed && !(row.counts && row.asker_may)) return refuse('state_abnormal', { field: 'account' });
    const barred = [row.asker, row.person, ...(what === 'authenticator' ? [row.knows] : [])];
    if (isConfirmed && barred.includes(by.person)) return refuse('second_person_needed');
    return ok({
      answer: {},
      entry: {
        action: `operator.reset_${verdict}`,
        subject: `operator:${account}`,
        before: { id, what },
        after: { id, what, status: isConfirmed ? 'done' : 'rejected' },
        reason: undefined,
      },
      apply: async (at) => {
        await at.query(
          'update operator_reset set status = $2, decided_by = $3, decided_ms = $4 where id = $1',
          [id, isConfirmed ? 'done' : 'rejected', by.account, nowMs],
        );
        if (!isConfirmed) return;
        // In the same transaction, the database closes the operator's sessions.
        await (what === 'password'
          ? at.query(
              'update operator o set password_hash = r.password_hash from operator_reset r where r.id = $2 and o.account = $1',
              [account, id],
            )
          : at.query('update operator set sealed_totp_secret = $2, totp_last_step = 0 where account = $1', [
              account,
              sealedTotpSecret,
            ]));
      },
    });
  },
};

/**
 * Returns the new authenticator's secret to the admin who confirmed the reset, and returns it again on a retry until the
 * secret is first used. Nobody else receives it.
 */
export async function secretAfter(
  pool: Pick<Pool, 'query'>,
  { id, by }: { readonly id: string; readonly by: string },
): Promise<Buffer | undefined> {
  const found = await pool.query<{ sealed: Buffer }>(
    `select o.sealed_totp_secret as sealed from operator_reset r join operator o on o.account = r.account
      where r.id = $1 and r.decided_by = $2 and r.status = 'done' and r.what = 'authenticator' and o.totp_last_step = 0
        and not exists (select from operator_reset n where n.account = r.account and n.decided_ms > r.decided_ms)`,
    [id, by],
  );
  return found.rows[0]?.sealed;
}
