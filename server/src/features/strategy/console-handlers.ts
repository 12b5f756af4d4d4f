/** Handler of the operators' call that returns the public data of the fund and says whether a payment is late. */
import { ok } from '@candor/domain/outcome.ts';
import type { Pool } from '../../db/pool.ts';
import type { ConsoleHandlers } from '../../calls/console-handler.ts';
import { readPublished, readUnpaid } from './published.ts';

export function strategyConsoleHandlers({
  pool,
  marketNow,
}: {
  readonly pool: Pool;
  readonly marketNow: () => number;
}): Pick<ConsoleHandlers, 'GET fund'> {
  return {
    'GET fund': async () => {
      const nowMs = marketNow();
      const [published, unpaid] = await Promise.all([readPublished(pool, nowMs), readUnpaid(pool, nowMs)]);
      return ok({ ...published, ...unpaid });
    },
  };
}
