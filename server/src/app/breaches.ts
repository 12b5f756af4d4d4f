/**
 * All invariants of the platform: those of the ledger, of each feature's rows, and of time, which all features share. Every test
 * that touches money ends by checking them. The running server checks those that read no history every minute
 * (`ledger/watch.ts`).
 */
import type { Pool } from '../db/pool.ts';
import { ask, ledgerInvariants } from '../ledger/invariants.ts';
import type { Breach, Invariant } from '../ledger/invariants.ts';
import type { Feature } from '../platform/feature.ts';
import { endedInvariants } from './ended-invariants.ts';
import { features } from './features.ts';
import { overdueInvariants } from './overdue-invariants.ts';
import { timeInvariants } from './time-invariants.ts';

const all: readonly Feature[] = features;

const INVARIANTS: readonly Invariant[] = [
  ...ledgerInvariants,
  ...all.flatMap((one) => one.invariants ?? []),
  ...timeInvariants,
  ...endedInvariants,
  ...overdueInvariants,
];

/** The ledger invariants whose cost does not grow with the age of the ledger. */
export const quickInvariants: readonly Invariant[] = INVARIANTS.filter(({ quick }) => quick === true);

/** Returns all breaches. `except` skips invariants by number. */
export function breaches(
  pool: Pick<Pool, 'query'>,
  { except = [] }: { readonly except?: readonly string[] } = {},
): Promise<Breach[]> {
  return ask(
    pool,
    INVARIANTS.filter(({ invariant }) => !except.some((number) => invariant.startsWith(`${number}:`))),
  );
}
