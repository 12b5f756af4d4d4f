/**
 * All invariants of the platform: those of the ledger, of each feature, and of time, which belong to no single feature. Every
 * test that touches money ends by checking them. Next to the running server, the guard evaluates them; each minute it checks
 * those that read no history (`guard/guard.ts`).
 */
import type { Pool } from '../db/pool.ts';
import { ask, ledgerInvariants } from '../ledger/invariants.ts';
import type { Breach, Invariant } from '../ledger/invariants.ts';
import { liabilityInvariants } from '../liabilities/invariants.ts';
import type { Feature } from '../platform/feature.ts';
import { endedInvariants } from './ended-invariants.ts';
import { features } from './features.ts';
import { overdueInvariants } from './overdue-invariants.ts';
import { timeInvariants } from './time-invariants.ts';
import { toldInvariants } from './told-invariants.ts';

const all: readonly Feature[] = features;

const INVARIANTS: readonly Invariant[] = [
  ...ledgerInvariants,
  ...all.flatMap((one) => one.invariants ?? []),
  ...liabilityInvariants,
  ...timeInvariants,
  ...endedInvariants,
  ...overdueInvariants,
  ...toldInvariants,
];

/** Conditions that must hold at any moment and price. If one is violated, the guard freezes payouts. */
export const guardedInvariants: readonly Invariant[] = INVARIANTS.filter(({ noFreeze }) => noFreeze !== true);

/** `except` lists the numbers of invariants to skip. */
export function breaches(
  pool: Pick<Pool, 'query'>,
  { except = [] }: { readonly except?: readonly string[] } = {},
): Promise<Breach[]> {
  return ask(
    pool,
    INVARIANTS.filter(({ invariant }) => !except.some((number) => invariant.startsWith(`${number}:`))),
  );
}
