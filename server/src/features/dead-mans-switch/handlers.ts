/** Handlers of the calls that cancel the orders of every product. */
import { ok } from '@candor/domain/outcome.ts';
import type { Handlers } from '../../calls/handler.ts';
import type { Submit } from '../../calls/submit.ts';
import type { Pool } from '../../db/pool.ts';
import type { OpenOrdersPart } from '../../platform/open-orders.ts';
import { cancelEverywhere, setSwitch } from './commands.ts';
import { switchView } from './rules.ts';
import { switchOf } from './store.ts';

type SwitchCall = 'POST orders/cancel_all' | 'GET orders/dead_mans_switch' | 'POST orders/dead_mans_switch';

export function deadMansSwitchHandlers(
  { pool, submit }: { readonly pool: Pool; readonly submit: Submit },
  parts: readonly OpenOrdersPart[],
): Pick<Handlers, SwitchCall> {
  const cancelAll = cancelEverywhere(parts);
  return {
    'POST orders/cancel_all': (body, context) => submit({ command: cancelAll, input: {}, body, context }),
    'GET orders/dead_mans_switch': async (_, { customer }) => ok(switchView(await switchOf(pool, customer))),
    'POST orders/dead_mans_switch': (body, context) =>
      submit({ command: setSwitch, input: { seconds: body.seconds }, body, context }),
  };
}
