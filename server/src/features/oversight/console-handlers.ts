/**
 * Handlers of operators' calls for oversight: the remaining daily allowance, raising a colleague's limit, freezes and their
 * release, and the alarms.
 */
import { formatAmount } from '@candor/domain/money/amount.ts';
import { ok } from '@candor/domain/outcome.ts';
import { capKinds } from '@candor/protocol/oversight/console.ts';
import type { Pool } from '../../db/pool.ts';
import type { ConsoleHandlers } from '../../calls/console-handler.ts';
import type { FailedAttempts } from '../../identity/secrets/failed-attempts.ts';
import { actOnce, ofHouse } from '../../operators/act.ts';
import { allowMore } from '../../operators/lookup-quota.ts';
import { alarmsOf } from './alarms.ts';
import { readFreezes, releaseFreeze } from './freezes.ts';
import { capStateOf, leftOf } from '../../operators/caps.ts';

export type OversightDeps = {
  readonly pool: Pool;
  readonly now: () => number;
  readonly failedAttempts: Pick<FailedAttempts, 'missesOf'>;
};

type OversightCall =
  | 'GET alarms'
  | 'GET caps'
  | 'GET freezes'
  | 'POST freeze_release'
  | 'POST operator_allow';

export function oversightConsoleHandlers({
  pool,
  now,
  failedAttempts,
}: OversightDeps): Pick<ConsoleHandlers, OversightCall> {
  return {
    'GET alarms': async () => ok(await alarmsOf({ pool, failedAttempts, nowMs: now() })),

    'GET freezes': async () => ok(await readFreezes(pool)),

    'POST freeze_release': async (body, { operator, idempotencyKey }) => {
      const sent = { call: 'freeze_release', book: 0n, body, idempotencyKey };
      return actOnce({ pool, operator, now, sent }, releaseFreeze, { ...body, by: operator });
    },

    'POST operator_allow': async (body, { operator, idempotencyKey }) => {
      const sent = { call: 'operator_allow', book: 0n, body, idempotencyKey };
      return ofHouse(await actOnce({ pool, operator, now, sent }, allowMore, { ...body, by: operator }));
    },

    'GET caps': async (_, { operator }) => {
      const state = await capStateOf(pool);
      return ok(
        capKinds.flatMap((kind) => {
          const of = leftOf(state, operator, kind);
          if (of === undefined) return [];
          const { cap, own, left } = of;
          return [{ kind, cap: formatAmount(cap), used: formatAmount(own), left: formatAmount(left) }];
        }),
      );
    },
  };
}
