/** Registers armed switches with the engine, so that a restart may delay a switch but never loses it. */
import type { Executor } from '../../commands/executor.ts';
import { submitFiring } from '../../commands/fire.ts';
import type { TriggerSource } from '../../commands/trigger-source.ts';
import type { OpenOrdersPart } from '../../platform/open-orders.ts';
import { fireSwitchWith } from './commands.ts';
import { openSwitches } from './store.ts';
import { DEAD_MANS_SWITCH } from './tables.ts';

/** @param deps `now` is the wall clock. */
export function switchTriggers(
  deps: { readonly executor: Pick<Executor, 'submit'>; readonly now: () => number },
  parts: readonly OpenOrdersPart[],
): TriggerSource {
  const command = fireSwitchWith(parts);
  return {
    kind: DEAD_MANS_SWITCH,
    openTriggers: openSwitches,
    fire: ({ trigger, entry }) =>
      submitFiring(deps.executor, {
        command,
        input: { version: trigger.version, entry },
        trigger: { ...trigger, kind: DEAD_MANS_SWITCH },
        nowMs: deps.now(),
      }),
  };
}
