/**
 * The complete verdict on a ticket or fill. The entries must form a chain from a checkpoint before the first used entry to one
 * after the last, the checkpoints must be signed with the expected key, no kept data may contradict the tape, and the rules
 * must give the stated outcome.
 */
import type { Stretch } from './beside.ts';
import { Lookup, checkBeside } from './beside.ts';
import type { TapeEntry } from './chain.ts';
import { anchorOf, checkChain } from './chain.ts';
import type { Checkpoint } from './checkpoints.ts';
import { CHECKPOINT_EVERY_SECONDS, checkCheckpoints } from './checkpoints.ts';
import type { Fill, FillResult } from './fill.ts';
import { entriesOfFill, rederiveFill } from './fill.ts';
import type { FollowedKey } from './keys/follow-keys.ts';
import type { Finding } from './findings.ts';
import { finding } from './findings.ts';
import type { Kept } from './remembered.ts';
import { contradictions } from './remembered.ts';
import { rateViolations } from './rates.ts';
import type { DerivedTicket, Ticket } from './ticket.ts';
import { sourceFindings } from './sources/check-entry.ts';
import { entriesOfTicket, rederiveTicket } from './ticket.ts';
import type { Waited } from './waited.ts';
import { entriesWaited, waitedViolations } from './waited.ts';

/** The input of a verdict in addition to the ticket or fill, all for one symbol. */
export type Evidence = {
  /**
   * Consecutive entries, from `evidenceStart` to a checkpoint after the last entry used. Of the first entry, only the hash is
   * used, unless it is number 1.
   */
  readonly entries: readonly TapeEntry[];
  readonly checkpoints: readonly Checkpoint[];
  /** The key that must have signed, in lower-case hex: either a known key or the published one. */
  readonly publicKey: string;
  /** The keys that are linked to the public key by signed statements. */
  readonly keys?: readonly FollowedKey[] | undefined;
  readonly kept?: Kept | undefined;
  /** The time for which the caller has already waited for a signature after the last entry, in seconds. */
  readonly waitedSeconds?: number | undefined;
};

/**
 * proved (shown in green); contradicted (red) or undecided, both with the reasons in `findings`. The finding `not_yet_signed`
 * has the seconds after which to retry.
 */
export type Verdict<Derived> = {
  readonly state: 'proved' | 'contradicted' | 'undecided';
  readonly findings: readonly Finding[];
  /** The outcome derived from the entries, even if the verdict is not `proved`; undefined if the entries show none. */
  readonly derived: Derived | undefined;
};

/** The maximum time to wait for a signature, in seconds: three missed signatures. */
export const UNSIGNED_SECONDS_MAX = 3 * CHECKPOINT_EVERY_SECONDS;

/**
 * Returns the number of the entry with which the evidence has to start: that of the newest checkpoint at or before the first
 * entry used, but at least one less than that entry, so that the previous hash is known. Returns 1 if there is no checkpoint yet.
 */
export function evidenceStart(firstUsed: number, checkpoints: readonly Pick<Checkpoint, 'seq'>[]): number {
  const before = checkpoints.filter(({ seq }) => seq <= firstUsed).map(({ seq }) => seq);
  return before.length === 0 ? 1 : Math.max(1, Math.min(Math.max(...before), firstUsed - 1));
}

export type TicketEvidence = Evidence & {
  readonly ticket: Ticket;
  /**
   * The newest entry that the customer's device had seen when it sent the order, as recorded by the device. Statements of the
   * platform about this prove nothing.
   */
  readonly seenSeq?: number | undefined;
};

/**
 * Returns the verdict on a ticket. An open ticket, or one that is void because a demo started over, is undecided even without
 * a contradiction.
 */
export function verifyTicket(given: TicketEvidence): Verdict<DerivedTicket> {
  const { ticket, seenSeq } = given;
  const { findings: own, derived } = rederiveTicket(ticket, given.entries);
  const findings = [...own, ...seenViolations(ticket, seenSeq)];
  const { first, last } = entriesOfTicket(ticket);
  // A void ticket names no exit, but the rules derive one.
  const used = { first, last: derived === undefined ? last : (derived.after ?? derived.strike).seq };
  const record = { symbol: ticket.symbol, used, findings, why: undecidedBy(ticket) };
  return { ...verdictOf(given, record), derived };
}

/** Returns the verdict on a fill, and on its entry if the file states the trigger. */
export function verifyFill(
  given: Evidence & {
    readonly fill: Fill;
    readonly waited?: Waited | undefined;
    /** The entries of conversion rates, financing and the opening on which the fill depends, if any. */
    readonly beside?: readonly Stretch[] | undefined;
  },
): Verdict<NonNullable<FillResult['derived']>> {
  const { fill, waited, entries } = given;
  const { findings: own, derived } = rederiveFill(fill, entries);
  const beside = checkBeside(given.beside ?? [], given);
  const lookup = new Lookup(beside, { symbol: fill.symbol, entries });
  const findings = [
    ...own,
    ...(waited === undefined ? [] : waitedViolations(waited, fill, entries)),
    ...beside.findings,
    ...(derived === undefined ? [] : rateViolations(fill, derived.entry, lookup)),
    ...lookup.lacking.filter(({ code }) => code === 'beside_missing'),
  ];
  const why = lookup.lacking.find(({ code }) => code !== 'beside_missing');
  const used = waited === undefined ? entriesOfFill(fill) : entriesWaited(waited, fill);
  const record = { symbol: fill.symbol, used, findings, why };
  return { ...verdictOf(given, record), derived };
}

/**
 * Checks the newest entry that the device had seen. A platform that states an older entry as the newest at the acceptance
 * may already have known the strike.
 */
function seenViolations(ticket: Ticket, seenSeq: number | undefined): Finding[] {
  if (seenSeq === undefined) return [];
  if (!Number.isSafeInteger(seenSeq) || seenSeq < 1) {
    return [finding('record_unreadable', null, { field: 'seen_seq' })];
  }
  const { accepted_seq: acceptedSeq } = ticket;
  if (acceptedSeq >= seenSeq) return [];
  return [
    finding('accepted_before_seen', acceptedSeq, { seen: String(seenSeq), found: String(acceptedSeq) }),
  ];
}

/** Returns the reason why a ticket has no outcome that the tape could confirm. */
function undecidedBy(ticket: Ticket): Finding | undefined {
  if (ticket.reason === 'start_over') return finding('ended_by_start_over');
  if (ticket.status !== 'open') return undefined;
  return finding('ticket_open', null, { expires_at: String(ticket.expires_at) });
}

/** The result of the rules for a ticket or fill. */
type RecordChecked = {
  readonly symbol: string;
  readonly used: { readonly first: number; readonly last: number };
  readonly findings: readonly Finding[];
  readonly why: Finding | undefined;
};

function verdictOf(given: Evidence, record: RecordChecked): Omit<Verdict<never>, 'derived'> {
  const unreadable = record.findings.filter(({ code }) => code === 'record_unreadable');
  if (unreadable.length > 0) return { state: 'contradicted', findings: unreadable };
  const tape = checkEvidence(given, record.symbol);
  const reach = tape.broken ? [] : reachViolations(given, record.used);
  const unsigned = reach.filter(({ code }) => code === 'not_yet_signed');
  // Missing evidence does not contradict an undecided verdict, which may depend on entries that do not exist yet.
  const lacking = record.why === undefined ? reach.filter(({ code }) => code !== 'not_yet_signed') : [];
  const missed = lacking.some(({ code }) => code === 'entries_missing');
  const own = record.findings.filter(({ code }) => !(missed && code === 'entries_missing'));
  const wrong = [...tape.findings, ...lacking, ...own];
  if (wrong.length > 0) return { state: 'contradicted', findings: wrong };
  const open = record.why === undefined ? unsigned : [record.why];
  return open.length > 0 ? { state: 'undecided', findings: open } : { state: 'proved', findings: [] };
}

/** Checks the chain, the signatures, and the kept data. Entries after a broken link are ignored. */
function checkEvidence(
  given: Evidence,
  symbol: string,
): { readonly findings: Finding[]; readonly broken: boolean } {
  const { entries, checkpoints, publicKey, keys, kept } = given;
  const { start, rest } = anchorOf(entries);
  const { violation, end } = checkChain(symbol, start, rest);
  const sound = entries.filter((entry) => entry.seq <= end.seq);
  const chain = violation === undefined ? [] : [violation];
  const signed = checkCheckpoints({ symbol, entries: sound }, checkpoints, { publicKey, keys });
  const old = kept === undefined ? [] : contradictions(kept, { symbol, publicKey, entries, checkpoints });
  // Only the hash is known of the entry at which the chain is anchored.
  const priced = rest.filter(({ seq }) => seq <= end.seq).flatMap((entry) => ofSources(symbol, entry));
  return { findings: [...chain, ...signed, ...old, ...priced], broken: violation !== undefined };
}

/** The kinds of violations of an entry by its own sources. */
function ofSources(symbol: string, entry: TapeEntry): Finding[] {
  const codes = sourceFindings(symbol, entry).flatMap(({ code }) =>
    code === 'message_differs' ? [] : [code],
  );
  return [...new Set(codes)].map((code) => finding(code, entry.seq));
}

/**
 * Returns findings about missing entries or checkpoints between a signature before the first used entry and one after the
 * last.
 */
function reachViolations(
  given: Evidence,
  used: { readonly first: number; readonly last: number },
): Finding[] {
  const { entries, waitedSeconds = 0 } = given;
  // A file may contain any value instead of a number, which the checks have already reported.
  const checkpoints = given.checkpoints.filter(({ seq }) => Number.isSafeInteger(seq));
  const from = entries[0]?.seq ?? Infinity;
  const to = entries.at(-1)?.seq ?? -Infinity;
  const needed = { from: String(Math.max(1, used.first - 1)), to: String(used.last) };
  if ((from >= used.first && from !== 1) || to < used.last) return [finding('entries_missing', null, needed)];
  const before = from === 1 || checkpoints.some(({ seq }) => seq >= from && seq <= used.first);
  const after = checkpoints.filter(({ seq }) => seq >= used.last).map(({ seq }) => seq);
  return [
    ...(before ? [] : [finding('checkpoint_before_missing', used.first)]),
    ...afterViolations(after, { last: used.last, to, waitedSeconds }),
  ];
}

function afterViolations(
  after: readonly number[],
  { last, to, waitedSeconds }: { readonly last: number; readonly to: number; readonly waitedSeconds: number },
): Finding[] {
  if (after.some((seq) => seq <= to)) return [];
  if (after.length > 0) {
    return [finding('entries_missing', null, { from: String(to + 1), to: String(Math.min(...after)) })];
  }
  if (waitedSeconds >= UNSIGNED_SECONDS_MAX) {
    return [finding('not_signed_in_time', last, { seconds: String(waitedSeconds) })];
  }
  return [finding('not_yet_signed', last, { seconds: String(CHECKPOINT_EVERY_SECONDS) })];
}
