/** The evidence file that a receipt saves: everything that a verdict needs, so that it can be checked without the platform. */
import type { Stretch } from './beside.ts';
import { readBeside } from './beside.ts';
import type { TapeEntry } from './chain.ts';
import type { Checkpoint } from './checkpoints.ts';
import type { Fill } from './fill.ts';
import { fillJournalViolations } from './fill-journals.ts';
import type { Finding } from './findings.ts';
import { finding } from './findings.ts';
import type { FollowedKey } from './keys/follow-keys.ts';
import type { Kept } from './remembered.ts';
import { journalViolations } from './journals.ts';
import type { Ticket } from './ticket.ts';
import type { Evidence, Verdict } from './verify.ts';
import { verifyFill, verifyTicket } from './verify.ts';
import type { Waited } from './waited.ts';
import { firstArming, readWaited } from './waited.ts';

type Shared = {
  /** The version of this format. */
  readonly candor: 2;
  readonly entries: readonly TapeEntry[];
  readonly checkpoints: readonly Checkpoint[];
  readonly public_key: string;
};

export type TicketBundle = Shared & {
  readonly kind: 'ticket';
  readonly ticket: Ticket;
  /** The newest entry that the customer's device had seen when it sent the order, if the device stored it. */
  readonly seen_seq?: number;
  /** The ticket's journals, if the file came from support. */
  readonly journals?: unknown;
};
export type FillBundle = Shared & {
  readonly kind: 'fill';
  readonly fill: Fill;
  /**
   * The order that filled. `created_at` is the second of its acceptance, as the platform's answer to the order stated it.
   */
  readonly order?: unknown;
  /** Additional entries on which the fill depends: those of conversion rates, overnight financing and the opening. */
  readonly beside?: readonly Stretch[];
  /** The condition that the fill waited for, and its journals, if the file came from support. */
  readonly waited?: unknown;
  readonly journals?: unknown;
};
export type Bundle = TicketBundle | FillBundle;

/**
 * Reads a bundle, without validating the fields of its parts, which the checks do. Returns undefined if the value is not a
 * bundle.
 */
export function readBundle(parsed: unknown): Bundle | undefined {
  if (!isObject(parsed) || parsed['candor'] !== 2) return undefined;
  const { kind, entries, checkpoints } = parsed;
  if (!isListOfObjects(entries) || !isListOfObjects(checkpoints)) return undefined;
  if (typeof parsed['public_key'] !== 'string') return undefined;
  const complete =
    (kind === 'ticket' && isObject(parsed['ticket'])) || (kind === 'fill' && isObject(parsed['fill']));
  return complete ? (parsed as Bundle) : undefined;
}

/** Returns the verdict on a bundle. If no key is given, the key in the bundle is trusted. */
export function verifyBundle(
  bundle: Bundle,
  known: {
    readonly publicKey?: string | undefined;
    readonly keys?: readonly FollowedKey[] | undefined;
    readonly kept?: Kept | undefined;
    readonly waitedSeconds?: number | undefined;
  } = {},
): Verdict<unknown> {
  const { entries, checkpoints } = bundle;
  const publicKey = known.publicKey ?? known.kept?.publicKey ?? bundle.public_key;
  const { keys, kept, waitedSeconds } = known;
  const evidence = { entries, checkpoints, publicKey, keys, kept, waitedSeconds };
  if (bundle.kind === 'fill') return judgeFill(bundle, evidence);
  const { ticket, journals } = bundle;
  const verdict = verifyTicket({ ...evidence, ticket, seenSeq: bundle.seen_seq });
  const { derived } = verdict;
  if (journals === undefined || derived === undefined) return verdict;
  return withViolations(verdict, () => journalViolations(journals, ticket, derived));
}

function judgeFill(bundle: FillBundle, evidence: Evidence): Verdict<unknown> {
  const { fill, waited: given, journals } = bundle;
  const beside = readBeside(bundle.beside);
  const plain = verifyFill({ ...evidence, fill, beside });
  if (beside === undefined) {
    const findings = [finding('record_unreadable', null, { field: 'beside' })];
    return { ...plain, state: 'contradicted', findings };
  }
  // The figures of the fill must be valid before anything is computed from them.
  if (plain.findings.some(({ code }) => code === 'record_unreadable')) return plain;
  const waited = given === undefined ? undefined : readWaited(given, fill);
  if (given !== undefined && waited === undefined) {
    const findings = [finding('record_unreadable', null, { field: 'waited' })];
    return { ...plain, state: 'contradicted', findings };
  }
  const verdict = waited === undefined ? plain : verifyFill({ ...evidence, fill, waited, beside });
  return withViolations(verdict, () => [
    ...(waited === undefined ? [] : orderViolations(bundle.order, fill, waited)),
    ...(journals === undefined ? [] : fillJournalViolations(journals, fill, waited)),
  ]);
}

/**
 * An order must be armed in the second of its acceptance, before any amendments that the file states. Otherwise, an entry
 * that reached an earlier level could be hidden. Closings are skipped: the position's acceptance is not that of the order
 * that closes it.
 */
function orderViolations(order: unknown, fill: Fill, waited: Waited): Finding[] {
  const createdAt = isObject(order) ? order['created_at'] : undefined;
  const { since_ms: sinceMs } = firstArming(waited);
  if (fill.kind === 'close' || !Number.isSafeInteger(createdAt) || sinceMs === undefined) return [];
  if (Math.floor(sinceMs / 1000) === createdAt) return [];
  const derived = String(Number(createdAt) * 1000);
  return [finding('seq_differs', null, { field: 'since_ms', derived, found: String(sinceMs) })];
}

/** Adds findings about the order and its journals to a verdict. An undecided verdict has no outcome to compare them with. */
function withViolations<Derived>(verdict: Verdict<Derived>, violationsOf: () => Finding[]): Verdict<Derived> {
  if (verdict.state === 'undecided') return verdict;
  const violations = violationsOf();
  if (violations.length === 0) return verdict;
  return { ...verdict, state: 'contradicted', findings: [...verdict.findings, ...violations] };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.every(isObject);
}
