/** Operators' changes to their own password and authenticator. Each change closes all their other sessions. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { OperatorRole } from '@candor/protocol/console/console-call.ts';
import type { Connection } from '../../db/pool.ts';
import { lockHouse } from '../../operators/act.ts';
import type { OperatorCommand } from '../../operators/act.ts';

const EVERY_ROLE: readonly OperatorRole[] = ['support', 'reviewer', 'treasurer', 'admin'];

type Own = { readonly account: string; readonly session: Buffer };
export type OwnChange = Own &
  (
    | { readonly what: 'password'; readonly passwordHash: string }
    | {
        readonly what: 'authenticator';
        readonly sealedTotpSecret: Buffer;
        /** Time step of the submitted code. The change marks the step as used in the same transaction. */
        readonly step: number;
      }
  );

/** Refused for a demo's example operators: their credentials are public, so one visitor could otherwise lock out all others. */
export const changeOwn: OperatorCommand<OwnChange, Record<string, never>, 'operation_illegal'> = {
  roles: EVERY_ROLE,
  decide: async (connection, change, nowMs) => {
    await lockHouse(connection);
    const { account, session, what } = change;
    const found = await connection.query<{ example: boolean }>(
      'select o.added_by is null as example from operator o where o.account = $1',
      [account],
    );
    if (found.rows[0]?.example !== false) return refuse('operation_illegal', { field: 'account' });
    return ok({
      answer: {},
      entry: {
        action: `operator.${what}`,
        subject: `operator:${account}`,
        before: {},
        after: {},
        reason: undefined,
      },
      apply: async (at) => {
        await store(at, change);
        await at.query(
          'update operator_session set ended_ms = $2 where account = $1 and ended_ms is null and token_hash <> $3',
          [account, nowMs, session],
        );
      },
    });
  },
};

async function store(at: Connection, change: OwnChange): Promise<void> {
  if (change.what === 'password') {
    await at.query('update operator set password_hash = $2 where account = $1', [
      change.account,
      change.passwordHash,
    ]);
    return;
  }
  await at.query('update operator set sealed_totp_secret = $2, totp_last_step = $3 where account = $1', [
    change.account,
    change.sealedTotpSecret,
    change.step,
  ]);
}
