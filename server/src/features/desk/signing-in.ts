/** How operators sign in and out. A session is opened by password and authenticator together, never by one of them. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { ConsoleHandlers } from '../../http/console-handler.ts';
import { Throttle } from '../../identity/secrets/throttle.ts';
import { LIMITS } from '../../limits.ts';
import type { OperatorSessions } from '../../operators/operator-sessions.ts';
import { signIn } from '../../operators/operators.ts';
import type { SignInDeps } from '../../operators/operators.ts';
import { secondsOf } from './views.ts';

export type SigningInDeps = SignInDeps & {
  readonly sessions: OperatorSessions;
  readonly mode: 'demo' | 'live';
};
type Call = 'POST login' | 'POST logout' | 'GET me';

export function signingInHandlers(deps: SigningInDeps): Pick<ConsoleHandlers, Call> {
  const { sessions, mode, now } = deps;
  const { loginAddressMax: max, windowMs, keysMax } = LIMITS.attempts;
  const logins = new Throttle({ max, windowMs, keysMax });
  return {
    'POST login': async (input, { device, address, agent }) => {
      // Each try costs a password's hashing; whoever is right pays nothing.
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
      return ok({ token: await sessions.open(operator.account, { device, address, agent }), operator });
    },

    'POST logout': async (_, { session }) => {
      await sessions.end(session);
      return ok({});
    },

    'GET me': (_, { operator }) => Promise.resolve(ok({ operator, mode, time: secondsOf(now()) })),
  };
}
