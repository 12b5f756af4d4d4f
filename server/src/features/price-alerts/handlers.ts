/** Handlers of the price-alert calls. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Submit } from '../../calls/submit.ts';
import type { Pool } from '../../db/pool.ts';
import type { Handlers } from '../../calls/handler.ts';
import { limits } from './limits.ts';
import { deleteAlert, setAlert } from './commands.ts';
import { alertView, readAlertOf } from './rules.ts';
import { openAlertsOf } from './store.ts';

export type PriceAlertsDeps = {
  readonly pool: Pool;
  readonly submit: Submit;
  readonly isOffered: (symbol: string) => boolean;
};

type PriceAlertCalls = 'GET price_alerts' | 'POST price_alert' | 'POST price_alert_delete';

export function priceAlertsHandlers({
  pool,
  submit,
  isOffered,
}: PriceAlertsDeps): Pick<Handlers, PriceAlertCalls> {
  return {
    'GET price_alerts': async (_, { customer }) =>
      ok({
        items: (await openAlertsOf(pool, customer)).map(alertView),
        max: limits.priceAlertsMax,
      }),
    'POST price_alert': async (body, context) => {
      const wanted = readAlertOf(body, isOffered);
      if (!wanted.ok) return wanted;
      return submit({ command: setAlert, input: wanted.value, body, context });
    },
    'POST price_alert_delete': async (body, context) => {
      if (!/^\d{1,18}$/.test(body.id)) return refuse('not_found', { field: 'id' });
      return submit({ command: deleteAlert, input: { id: BigInt(body.id) }, body, context });
    },
  };
}
