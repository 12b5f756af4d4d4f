/** The evidence file that a receipt saves: everything that a verdict needs, checkable without the platform. */
import type { TapeEntry } from './chain.ts';
import type { Checkpoint } from './checkpoints.ts';
import type { Fill } from './fill.ts';
import type { Kept } from './kept.ts';
import { journalFaults } from './journals.ts';
import type { DerivedTicket, Ticket } from './ticket.ts';
import type { Verdict } from './verify.ts';
import { verifyFill, verifyTicket } from './verify.ts';

type Shared = {
  /** The version of this form. */
  readonly candor: 1;
  readonly entries: readonly TapeEntry[];
  readonly checkpoints: readonly Checkpoint[];
  /** The key that the platform published when it was saved. */
  readonly public_key: string;
};

export type TicketBundle = Shared & {
  readonly kind: 'ticket';
  readonly ticket: Ticket;
  /** The newest entry that the customer's device had seen when it sent the order, where it kept that. */
  readonly seen_seq?: number;
  /** How its money was booked, where the file came from customer service. */
  readonly journals?: unknown;
};
export type FillBundle = Shared & { readonly kind: 'fill'; readonly fill: Fill };
export type Bundle = TicketBundle | FillBundle;

/** Reads a bundle's outline; what the fields themselves say is for the checks. Undefined when it is none. */
export function readBundle(parsed: unknown): Bundle | undefined {
  if (!isObject(parsed) || parsed['candor'] !== 1) return undefined;
  const { kind, entries, checkpoints } = parsed;
  if (!isListOfObjects(entries) || !isListOfObjects(checkpoints)) return undefined;
  if (typeof parsed['public_key'] !== 'string') return undefined;
  const complete =
    (kind === 'ticket' && isObject(parsed['ticket'])) || (kind === 'fill' && isObject(parsed['fill']));
  return complete ? (parsed as Bundle) : undefined;
}

/** The verdict on a bundle. Without a key known from elsewhere, the bundle's own is taken at its word. */
export function verifyBundle(
  bundle: Bundle,
  known: {
    readonly publicKey?: string | undefined;
    readonly kept?: Kept | undefined;
    readonly waitedSeconds?: number | undefined;
  } = {},
): Verdict<unknown> {
  const { entries, checkpoints } = bundle;
  const publicKey = known.publicKey ?? known.kept?.publicKey ?? bundle.public_key;
  const evidence = { entries, checkpoints, publicKey, kept: known.kept, waitedSeconds: known.waitedSeconds };
  if (bundle.kind === 'fill') return verifyFill({ ...evidence, fill: bundle.fill });
  const verdict = verifyTicket({ ...evidence, ticket: bundle.ticket, seenSeq: bundle.seen_seq });
  return withJournals(bundle, verdict);
}

/** The same, with what the bookings say where there are any; of a ticket without an outcome they are not judged. */
function withJournals(
  { ticket, journals }: TicketBundle,
  verdict: Verdict<DerivedTicket>,
): Verdict<DerivedTicket> {
  const { state, findings, derived } = verdict;
  if (journals === undefined || derived === undefined || state === 'undecided') return verdict;
  const faults = journalFaults(journals, ticket, derived);
  return faults.length === 0
    ? verdict
    : { state: 'contradicted', findings: [...findings, ...faults], derived };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.every(isObject);
}
