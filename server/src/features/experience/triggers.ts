/** The expiry trigger of experience credit. The engine fires it without depending on this feature. */
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import type { Executor } from '../../commands/executor.ts';
import { submitFiring } from '../../commands/fire.ts';
import type { Connection } from '../../db/pool.ts';
import { EXPERIENCE_EXPIRY } from '../../identity/experience-credit.ts';
import { expireCredit } from './commands.ts';
import type { CreditStakes } from '../../platform/feature.ts';
import { openTriggers } from './store.ts';

type ExperienceTriggersDeps = {
  readonly executor: Pick<Executor, 'submit'>;
  readonly stakes: readonly CreditStakes[];
  /** Wall clock, in milliseconds. */
  readonly now: () => number;
};

type Firing = { readonly trigger: Pick<Trigger, 'book' | 'row' | 'version'>; readonly entry: TapeEntry };

export function experienceTriggers({ executor, stakes, now }: ExperienceTriggersDeps) {
  return {
    kind: EXPERIENCE_EXPIRY,
    openTriggers: (connection: Connection): AsyncIterable<Trigger> => openTriggers(connection),
    fire: ({ trigger, entry }: Firing): Promise<'done' | 'busy'> =>
      submitFiring(executor, {
        command: expireCredit,
        input: { id: trigger.row, version: trigger.version, stakes, entry },
        trigger: { ...trigger, kind: EXPERIENCE_EXPIRY },
        nowMs: now(),
      }),
  };
}
