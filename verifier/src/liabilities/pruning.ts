/**
 * Which statements of liabilities a platform may prune: it deletes their leaves and keeps their root, sums and entry in the log
 * (docs/verification.md#liabilities).
 */
import { DAY_MS } from '../time.ts';

const PRUNED = /^candor-liability-pruned-v1\|([1-9]\d{0,15})\|(\d{1,15})\n$/;
const WHOLE_MS = 2 * DAY_MS;
const DAILY_WHOLE_MS = 35 * DAY_MS;
/** By how much the clocks of the platform and the reader may differ. */
const CLOCKS_DIFFER_MS = 60_000;

/** A statement's number, and its time in milliseconds. */
export type StatedAt = { readonly number: number; readonly asOfMs: number };

/** Whether a file says that it was deleted with the leaves of this statement. */
export function saysPruned(body: string, number: number): boolean {
  return PRUNED.exec(body)?.[1] === `${number}`;
}

/**
 * Returns whether a statement may be pruned: it is older than 48 hours, and it is neither the first of its month nor, for 35
 * days, the first of its day, in UTC. `before` is the preceding statement. If it is undefined, because there is none or it is
 * unknown, the statement counts as the first.
 */
export function mayBePruned(statement: StatedAt, before: StatedAt | undefined, nowMs: number): boolean {
  const ageMs = nowMs + CLOCKS_DIFFER_MS - statement.asOfMs;
  if (ageMs < WHOLE_MS || before?.number !== statement.number - 1) return false;
  if (monthOf(before.asOfMs) !== monthOf(statement.asOfMs)) return false;
  return dayOf(before.asOfMs) === dayOf(statement.asOfMs) || ageMs > DAILY_WHOLE_MS;
}

const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);
const monthOf = (ms: number): string => new Date(ms).toISOString().slice(0, 7);
