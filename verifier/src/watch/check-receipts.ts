/** Checks that batches of receipts appear in the log in time, by the witnesses' clocks. */
import type { SignatureCheck } from '../crypto.ts';
import { LOGGED_WITHIN_MS } from '../receipt/check-receipt.ts';
import { readCheckpoint } from '../tlog/checkpoint.ts';
import { NONE, meets } from '../tlog/policy.ts';
import type { Policy } from '../tlog/policy.ts';
import { wallTime } from '../house-time.ts';
import type { ClockStep } from '../house-time.ts';
import { alarm } from './alarms.ts';
import type { Alarm } from './alarms.ts';
import { readEntry } from './entries.ts';

/** The maximum lead of the platform's clock over the witnesses' clocks. */
const AHEAD_MAX_MS = 60_000;

/**
 * The latest time in milliseconds at which a quorum says that a checkpoint was the newest: one witness with a wrong clock must
 * neither make the platform look late nor hide that it is. Without a quorum, returns the earliest time. Undefined if none
 * cosigned.
 */
export function witnessedMs(note: string, policy: Policy, verify: SignatureCheck): number | undefined {
  const checkpoint = readCheckpoint(note);
  if (checkpoint === undefined) return undefined;
  const { met, cosigned } = meets(checkpoint, policy, verify);
  if (!met || cosigned.size === 0) return undefined;
  const earliest = Math.min(...cosigned.values());
  if (policy.quorum === NONE) return earliest * 1000;
  const times = [...cosigned.values()].toSorted((one, other) => other - one);
  const isSaid = (least: number) => meets(checkpoint, policy, verify, (seconds) => seconds >= least).met;
  return (times.find(isSaid) ?? earliest) * 1000;
}

/**
 * Returns the new batches of receipts that are dated long before a checkpoint that lacks them, or after a checkpoint that
 * contains them. `absentMs` is the witnesses' time of the checkpoint before, `presentMs` that of the one with the entries.
 */
export function lateReceipts(
  entries: readonly string[],
  {
    absentMs,
    presentMs,
    steps = [],
  }: {
    readonly absentMs: number | undefined;
    readonly presentMs: number | undefined;
    readonly steps?: readonly ClockStep[];
  },
): readonly Alarm[] {
  return entries.flatMap((text) => {
    const entry = readEntry(text);
    if (entry?.kind !== 'receipts') return [];
    const atMs = wallTime(steps, entry.atMs);
    if (absentMs !== undefined && absentMs > atMs + LOGGED_WITHIN_MS) {
      const seconds = Math.floor((absentMs - atMs) / 1000);
      const detail = `Batch ${entry.number} of receipts was not in the log ${seconds} seconds after its acceptance.`;
      return [alarm('receipt_unlogged', detail, text)];
    }
    if (presentMs !== undefined && presentMs < atMs - AHEAD_MAX_MS) {
      return [alarm('receipt_invalid', `Batch ${entry.number} of receipts is dated ahead.`, text)];
    }
    return [];
  });
}
