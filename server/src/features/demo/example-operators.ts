/**
 * The example operators that a demo's console offers for login, with their authenticators' current codes. A live platform has
 * none.
 */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { ConsoleHandlers } from '../../calls/console-handler.ts';
import { totpCode, totpStep } from '../../identity/factors/totp.ts';
import { demoOperators } from '../../operators/demo-operators.ts';

type Deps = { readonly mode: 'demo' | 'live'; readonly wallNow: () => number };

export function exampleOperators({ mode, wallNow }: Deps): Pick<ConsoleHandlers, 'GET demo_operators'> {
  return {
    'GET demo_operators': () => {
      if (mode === 'live') return Promise.resolve(refuse('not_found'));
      const step = totpStep(wallNow());
      const operators = demoOperators.map(({ account, role, password, totpSecret }) => ({
        ...{ account, role, password, totp: totpCode(totpSecret, step) },
      }));
      return Promise.resolve(ok(operators));
    },
  };
}
