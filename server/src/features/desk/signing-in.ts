/** Operators' login and logout. Opening a session always takes both password and authenticator. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { ConsoleHandlers } from '../../calls/console-handler.ts';
import { Throttle } from '../../flow/throttle.ts';
import { LIMITS } from '../../limits.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Approvals } from '../../operators/approvals.ts';
import { enrolKey, passkeysAt, vouchedKey } from '../../operators/keys.ts';
import type { SignsAt, Voucher } from '../../operators/keys.ts';
import type { OperatorSessions } from '../../operators/operator-sessions.ts';
import { signIn } from '../../operators/operators.ts';
import type { Operator, SignInDeps } from '../../operators/operators.ts';
import { secondsOf } from './views.ts';

export type SigningInDeps = SignInDeps & {
  readonly sessions: OperatorSessions;
  readonly mode: 'demo' | 'live';
  readonly approvals: Pick<Approvals, 'number' | 'house'>;
  /** Demo only; in live mode only passkeys are accepted. */
  readonly voucher: Voucher | undefined;
};
type Call = 'POST login' | 'POST logout' | 'GET approval' | 'GET me';

export function signingInHandlers(deps: SigningInDeps): Pick<ConsoleHandlers, Call> {
  const { sessions, mode, now } = deps;
  const { loginAddressMax: max, windowMs, keysMax } = LIMITS.attempts;
  const logins = new Throttle({ max, windowMs, keysMax });
  return {
    'POST login': async ({ browser_key, ...input }, { device, address, agent, served }) => {
      // Each attempt costs a password hash. A successful login does not count as an attempt.
      const seconds = logins.take(address, now());
      if (seconds > 0) return refuse('too_many_attempts', { params: { seconds: String(seconds) } });
      const operator = await signIn(deps, { ...input, device });
      if ('kind' in operator) {
        if (operator.kind === 'wrong') return refuse('login_wrong');
        if (operator.kind === 'busy') return refuse('busy');
        if (operator.seconds === undefined) return refuse('reset_needed');
        return refuse('too_many_attempts', { params: { seconds: operator.seconds } });
      }
      logins.giveBack(address);
      const key = browser_key === undefined ? null : await vouched(deps, { operator, served, browser_key });
      const token = await sessions.open(operator.account, { device, address, agent });
      return ok({ token, operator, key });
    },

    'POST logout': async (_, { session }) => {
      await sessions.end(session);
      return ok({});
    },

    'GET approval': async (_, { operator, served }) => {
      const at = { account: operator.account, rpId: served.rpId, origin: served.origin };
      const passkeys = await passkeysAt(deps.pool, at);
      return ok({ ...(await deps.approvals.number(operator.account)), rp_id: served.rpId, passkeys });
    },

    'GET me': (_, { operator }) => Promise.resolve(ok({ operator, mode, time: secondsOf(now()) })),
  };
}

type Bringing = {
  readonly operator: Operator;
  readonly served: SignsAt;
  readonly browser_key: string;
};

/** The password and code were valid. In a demo, the server therefore certifies the key that this browser generated. */
async function vouched(
  { pool, approvals, voucher, now, wallNow }: SigningInDeps,
  { operator, served, browser_key }: Bringing,
): Promise<string | null> {
  if (voucher === undefined) return null;
  const at = { rpId: served.rpId, origin: served.origin };
  const house = await approvals.house();
  const key = vouchedKey(voucher, {
    publicKey: browser_key,
    at,
    house,
    account: operator.account,
    nowMs: wallNow(),
  });
  if (key === undefined) return null;
  await inTransaction(pool, (connection) => enrolKey(connection, key, operator, now()));
  return key.id;
}
