/**
 * Every invariant of the house: of its accounts, of each feature's rows, and of time, which all of them share. A test ends with
 * these; those that read no history the running server asks every minute (`ledger/watch.ts`).
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

/** Those of the books that cost little however old the house is. */
export const quickInvariants: readonly Invariant[] = INVARIANTS.filter(({ quick }) => quick === true);

/** Everything that is wrong; an empty list is what one wants to see. `except` leaves out invariants by number. */
export function breaches(
  pool: Pick<Pool, 'query'>,
  { except = [] }: { readonly except?: readonly string[] } = {},
): Promise<Breach[]> {
  return ask(
    pool,
    INVARIANTS.filter(({ invariant }) => !except.some((number) => invariant.startsWith(`${number}:`))),
  );
}
