/** The calls by which operators see what they may still do today. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import { ok } from '@candor/domain/outcome.ts';
import { capKinds } from '@candor/protocol/console/oversight.ts';
import type { Pool } from '../../db/pool.ts';
import type { ConsoleHandlers } from '../../http/console-handler.ts';
import { capStateOf, leftOf } from '../../operators/caps.ts';

export type OversightDeps = { readonly pool: Pool };

export function oversightConsoleHandlers({ pool }: OversightDeps): Pick<ConsoleHandlers, 'GET caps'> {
  return {
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
