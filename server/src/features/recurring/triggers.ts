/** Registers plans and waiting purchases with the engine. The engine doesn't depend on features. */
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import { of } from '../../commands/command.ts';
import { submitFiring } from '../../commands/fire.ts';
import type { TriggerSource } from '../../commands/trigger-source.ts';
import type { Connection } from '../../db/pool.ts';
import type { FiringPlatform } from '../../platform/platform.ts';
import { fireWith, settleWith } from './commands.ts';
import type { BuyAtMarket } from './due.ts';
import { endForStartOver } from './rules.ts';
import { openPurchaseTriggers, openTriggers } from './store.ts';
import { RECURRING_DUE, RECURRING_LATE, RECURRING_ORDERED, recurringPlans } from './tables.ts';

type Firing = { readonly trigger: Pick<Trigger, 'book' | 'row' | 'version'>; readonly entry: TapeEntry };

/**
 * Trigger sources: plans that are due, plans whose purchase is too late an hour after that, and purchases that wait for their
 * price.
 */
export function recurringTriggers(
  { executor, terms, instruments, jurisdictions, now }: FiringPlatform,
  buy: BuyAtMarket,
): readonly TriggerSource[] {
  const [firePlan, settle] = [fireWith(buy), settleWith(buy)];
  const termsAt = terms.instrument.bind(terms);
  const market = { instruments, termsAt, jurisdictions };
  const ofPlans = ([RECURRING_DUE, RECURRING_LATE] as const).map((kind) => ({
    kind,
    openTriggers: (connection: Connection) => openTriggers(connection, kind),
    fire: ({ trigger, entry }: Firing) =>
      submitFiring(executor, {
        command: firePlan,
        input: { id: trigger.row, version: trigger.version, entry, ...market },
        trigger: { ...trigger, kind },
        nowMs: now(),
      }),
  }));
  const ofPurchases = {
    kind: RECURRING_ORDERED,
    openTriggers: openPurchaseTriggers,
    fire: ({ trigger, entry }: Firing) =>
      submitFiring(executor, {
        command: settle,
        input: { id: trigger.row, version: trigger.version, entry },
        trigger: { ...trigger, kind: RECURRING_ORDERED },
        nowMs: now(),
      }),
  };
  return [...ofPlans, ofPurchases];
}

/** Plans don't prevent an account from being closed. Afterwards they buy nothing, and are deleted when next due. */
export const recurringStartOver = { open: of(recurringPlans), end: endForStartOver, endsOnceClosed: true };
