/** Registers price alerts with the engine, which is independent of features. */
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import type { Executor } from '../../commands/executor.ts';
import { submitFiring } from '../../commands/fire.ts';
import type { Connection } from '../../db/pool.ts';
import { fireAlert } from './commands.ts';
import { openTriggers } from './store.ts';
import { PRICE_ALERT } from './tables.ts';

type Firing = { readonly trigger: Pick<Trigger, 'book' | 'row' | 'version'>; readonly entry: TapeEntry };

/** @param deps `now` is the wall clock. */
export function priceAlertTriggers(deps: {
  readonly executor: Pick<Executor, 'submit'>;
  readonly now: () => number;
}) {
  return {
    kind: PRICE_ALERT,
    openTriggers: (connection: Connection): AsyncIterable<Trigger> => openTriggers(connection),
    fire: ({ trigger, entry }: Firing): Promise<'done' | 'busy'> =>
      submitFiring(deps.executor, {
        command: fireAlert,
        input: { id: trigger.row, version: trigger.version, entry },
        trigger: { ...trigger, kind: PRICE_ALERT },
        nowMs: deps.now(),
      }),
  };
}
