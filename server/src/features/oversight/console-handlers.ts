/** The calls by which operators see what they may still do today. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import { ok } from '@candor/domain/outcome.ts';
import { capKinds } from '@candor/protocol/console/oversight.ts';
import type { Pool } from '../../db/pool.ts';
import type { ConsoleHandlers } from '../../http/console-handler.ts';
import { actOnce, ofHouse } from '../../operators/act.ts';
import { allowMore } from '../../operators/pace.ts';
import { capStateOf, leftOf } from '../../operators/caps.ts';

export type OversightDeps = { readonly pool: Pool; readonly now: () => number };

export function oversightConsoleHandlers({
  pool,
  now,
}: OversightDeps): Pick<ConsoleHandlers, 'GET caps' | 'POST operator_allow'> {
  return {
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
