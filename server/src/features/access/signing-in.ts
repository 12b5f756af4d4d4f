/** Login by passkey. The passkey's authenticator verifies the user, so neither password nor code is needed. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { ConsoleHandlers } from '../../calls/console-handler.ts';
import { handOutNonce, NONCE_VALID_MS } from '../../identity/factors/nonces.ts';
import { Throttle } from '../../flow/throttle.ts';
import { LIMITS } from '../../limits.ts';
import type { OperatorSessions } from '../../operators/operator-sessions.ts';
import { passkeyOwner } from '../../operators/operator-passkeys.ts';
import type { SignInDeps } from '../../operators/operators.ts';

type Deps = Pick<SignInDeps, 'pool' | 'now'> & { readonly sessions: Pick<OperatorSessions, 'open'> };
type Call = 'POST passkey_sign_in_options' | 'POST passkey_login';

export function passkeySignIn({ pool, sessions, now }: Deps): Pick<ConsoleHandlers, Call> {
  const { loginAddressMax: max, windowMs, keysMax } = LIMITS.attempts;
  const [asked, tried] = [new Throttle({ max, windowMs, keysMax }), new Throttle({ max, windowMs, keysMax })];
  const tooMany = (seconds: number) => refuse('too_many_attempts', { params: { seconds: String(seconds) } });
  return {
    'POST passkey_sign_in_options': async (_, { address, served }) => {
      const seconds = asked.take(address, now());
      if (seconds > 0) return tooMany(seconds);
      const use = { purpose: 'operator_sign_in', customer: 0n, nowMs: now() } as const;
      const nonce = await handOutNonce(pool, use);
      return ok({ nonce, rp_id: served.rpId, timeout_ms: NONCE_VALID_MS });
    },

    'POST passkey_login': async ({ passkey, nonce }, { device, address, agent, served }) => {
      const seconds = tried.take(address, now());
      if (seconds > 0) return tooMany(seconds);
      const at = { rpId: served.rpId, origin: served.origin };
      const operator = await passkeyOwner(pool, { text: passkey, nonce }, { at, nowMs: now() });
      if (operator === undefined) return refuse('login_wrong');
      tried.giveBack(address);
      asked.giveBack(address);
      const token = await sessions.open(operator.account, { device, address, agent });
      return ok({ token, operator });
    },
  };
}
