/**
 * The call that gives a demo's visitors example logins, an invite code and the console's address, and the difference between the
 * demo's time and the real time.
 */
import { ok } from '@candor/domain/outcome.ts';
import type { Handlers } from '../../calls/handler.ts';
import type { Pool } from '../../db/pool.ts';
import { demoOperators } from '../../operators/demo-operators.ts';
import { readClock, readClockSteps } from '../../quotes/clock.ts';
import type { ConsoleCaller } from './console-address.ts';
import { DEMO_INVITE_CODE, demoCustomers } from './seed.ts';
import type { Progress } from './story/notebook.ts';

type Deps = {
  readonly pool: Pool;
  readonly history: () => Progress | null;
  readonly consoleFor: (caller: ConsoleCaller) => string | null;
};

export function demoHandlers({ pool, history, consoleFor }: Deps): Pick<Handlers, 'GET demo'> {
  const answer = {
    customers: demoCustomers.map(({ account, password }) => ({ account, password })),
    operators: demoOperators.map(({ account, password, totpSecret, role }) => ({
      ...{ account, password, role },
      totp_secret: totpSecret,
    })),
    invite_code: DEMO_INVITE_CODE,
  };
  return {
    'GET demo': async ({ at_ms: atMs }, caller) => {
      const [now, steps] = await Promise.all([
        readClock(pool),
        readClockSteps(pool, atMs === undefined ? undefined : Number(atMs)),
      ]);
      return ok({
        ...{ ...answer, console: consoleFor(caller), ahead_ms: now.aheadMs, history: history() },
        clock_steps: steps.map(({ number, wallMs, aheadMs, index }) => ({
          ...{ number, wall_ms: wallMs, ahead_ms: aheadMs, index },
        })),
      });
    },
  };
}
