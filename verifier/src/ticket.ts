/** Recomputes the outcome of a ticket from the entries of the tape by the published rules. */
import type { TapeEntry } from './chain.ts';
import { isSymbol, kindOf, madeMs } from './chain.ts';
import { ONE, divideDown, printDecimal, readDecimal, numberOf } from './decimal.ts';
import type { Finding } from './findings.ts';
import { finding } from './findings.ts';

/** A ticket as `GET microtrade/lists` returns it; it may have more fields. */
export type Ticket = {
  readonly symbol: string;
  readonly side: 'up' | 'down';
  readonly seconds: number;
  readonly stake: string;
  readonly payout_ratio: string;
  readonly profit: string;
  readonly status: 'open' | 'won' | 'lost' | 'tied' | 'void';
  readonly reason: 'gap_strike' | 'gap_expiry' | 'start_over' | null;
  readonly accepted_seq: number;
  readonly accepted_ms: number;
  readonly strike: string | null;
  readonly strike_seq: number;
  readonly strike_at_ms: number | null;
  /**
   * The earliest time at which the strike entry may have been made. Null while the ticket is open, and for tickets of older
   * releases.
   */
  readonly struck_from_ms?: number | null | undefined;
  readonly settle: string | null;
  readonly settle_seq: number | null;
  readonly created_at: number;
  readonly expires_at: number;
  readonly pnl: string | null;
};

/** The outcome of a ticket by the rules and the tape. */
export type DerivedTicket = {
  readonly status: 'won' | 'lost' | 'tied' | 'void';
  readonly reason: 'gap_strike' | 'gap_expiry' | null;
  readonly accepted: TapeEntry;
  readonly strike: TapeEntry;
  /** The exit entry, and the first entry after expiry; undefined if the ticket is void at its strike. */
  readonly settle: TapeEntry | undefined;
  readonly after: TapeEntry | undefined;
  readonly profit: string;
  readonly pnl: string;
};

/**
 * The maximum distance in milliseconds of the two entries around expiry. If they are further apart, the later one is the exit.
 */
const GAP_MS = 3000;

export type TicketResult = {
  readonly findings: readonly Finding[];
  /** The derived outcome; undefined while the entries do not reach far enough, or if the figures of the ticket are invalid. */
  readonly derived: DerivedTicket | undefined;
};

/** Returns the numbers of the entries on which the outcome depends according to the ticket. */
export function entriesOfTicket(ticket: Ticket): { readonly first: number; readonly last: number } {
  const [first, settle] = [numberOf(ticket.accepted_seq), ticket.settle_seq];
  const last = settle === null ? numberOf(ticket.strike_seq) : numberOf(settle) + 1;
  return { first, last: Math.max(last, first + 1) };
}

/**
 * Derives the outcome of a ticket and compares it with the outcome that the ticket states. The entries must be consecutive and
 * must have passed `checkChain` and `checkCheckpoints`. An open ticket, or one that is void because a demo started over, is
 * compared as far as possible.
 */
export function rederiveTicket(ticket: Ticket, entries: readonly TapeEntry[]): TicketResult {
  const field = unreadableField(ticket);
  if (field !== undefined)
    return { findings: [finding('record_unreadable', null, { field })], derived: undefined };
  const terms = termsViolations(ticket);
  const { first, last } = entriesOfTicket(ticket);
  const rejected = acceptedAtReject(ticket, entries);
  if (rejected.length > 0) return { findings: [...terms, ...rejected], derived: undefined };
  const derived = deriveOutcome(ticket, entries);
  if (derived !== undefined) return { findings: [...terms, ...violationsAgainst(ticket, derived)], derived };
  const strike = entries.find((entry) => entry.seq > first && mayStrike(ticket, entry));
  if (ticket.status === 'open' || ticket.reason === 'start_over') {
    return {
      findings: [...terms, ...(strike === undefined ? [] : strikeViolations(ticket, strike))],
      derived,
    };
  }
  // The ticket states a gap around its strike, but there is none. This is a contradiction whatever the outcome is.
  if (ticket.reason === 'gap_strike' && strike !== undefined && entries.some(({ seq }) => seq === first)) {
    return {
      findings: [...terms, ...differs('outcome_differs', strike.seq, ['status', 'open', 'void'])],
      derived,
    };
  }
  const missing = finding('entries_missing', null, { from: String(first), to: String(last) });
  return { findings: [...terms, missing], derived };
}

/** Applies the rules; returns undefined if the entries end too early. */
function deriveOutcome(ticket: Ticket, entries: readonly TapeEntry[]): DerivedTicket | undefined {
  // A rejected quote is ignored, as if the market had not made it.
  const heard = entries.filter((entry) => kindOf(entry) !== 'reject');
  const at = heard.findIndex((entry) => entry.seq === ticket.accepted_seq);
  const accepted = heard[at];
  const struckAt = heard.findIndex((entry) => entry.seq > ticket.accepted_seq && mayStrike(ticket, entry));
  const strike = heard[struckAt];
  if (accepted === undefined || strike === undefined) return undefined;
  const profit = printDecimal(profitOf(ticket));
  const returned = { profit, pnl: '0' };
  const ends = aroundExpiry(heard.slice(struckAt), ticket);
  if (inGap(accepted, strike) || strike.time_ms > expiryMs(ticket)) {
    const nothing = { settle: undefined, after: undefined };
    return { status: 'void', reason: 'gap_strike', accepted, strike, ...nothing, ...returned };
  }
  if (ends === undefined) return undefined;
  const { before, after } = ends;
  const around = { accepted, strike, settle: before, after };
  if (inGap(before, after)) return { status: 'void', reason: 'gap_expiry', ...around, ...returned };
  const settle = after.time_ms - before.time_ms > GAP_MS ? after : before;
  const found = { ...around, settle };
  const rise = (readDecimal(settle.last) ?? 0n) - (readDecimal(strike.last) ?? 0n);
  if (rise === 0n) return { status: 'tied', reason: null, ...found, ...returned };
  const won = rise > 0n === (ticket.side === 'up');
  const pnl = won ? profit : printDecimal(-(readDecimal(ticket.stake) ?? 0n));
  return { status: won ? 'won' : 'lost', reason: null, ...found, profit, pnl };
}

/**
 * A rejected quote halts its symbol until the next quote, and a halted symbol accepts nothing. The finding names the last entry
 * that is not a reject.
 */
function acceptedAtReject(ticket: Ticket, entries: readonly TapeEntry[]): Finding[] {
  const at = entries.findIndex((entry) => entry.seq === ticket.accepted_seq);
  const accepted = entries[at];
  if (accepted === undefined || kindOf(accepted) !== 'reject') return [];
  const counts = entries.slice(0, at).findLast((entry) => kindOf(entry) !== 'reject');
  const derived = String(counts?.seq ?? null);
  return differs('seq_differs', accepted.seq, ['accepted_seq', derived, String(accepted.seq)]);
}

/** Returns the last entry at or before expiry, and the next entry, which proves that there is no later one before expiry. */
function aroundExpiry(
  entries: readonly TapeEntry[],
  ticket: Ticket,
): { readonly before: TapeEntry; readonly after: TapeEntry } | undefined {
  const later = entries.findIndex((entry) => entry.time_ms > expiryMs(ticket));
  const before = entries[later - 1];
  const after = entries[later];
  return before === undefined || after === undefined ? undefined : { before, after };
}

/**
 * Whether an entry after the accepted one can be the strike: either a gap entry, or a quote made since the acceptance. A late
 * feed delivers quotes that a customer with a faster source already knew.
 */
function mayStrike(ticket: Ticket, entry: TapeEntry): boolean {
  if (kindOf(entry) === 'reject') return false;
  return entry.gap === true || isOfBefore(ticket) || madeMs(entry) >= ticket.accepted_ms;
}

/** The rule of older releases: the entry after the accepted one is the strike, whenever it was made. */
function isOfBefore(ticket: Ticket): boolean {
  return ticket.strike !== null && (ticket.struck_from_ms ?? null) === null;
}

function inGap(before: TapeEntry, after: TapeEntry): boolean {
  return before.gap === true || after.gap === true;
}

/**
 * Returns the expiry in milliseconds of market time. The duration is measured from the start of the second of
 * acceptance.
 */
function expiryMs(ticket: Ticket): number {
  return (Math.floor(ticket.accepted_ms / 1000) + ticket.seconds) * 1000;
}

/** Returns stake × ratio, rounded down to 10⁻⁸. */
function profitOf(ticket: Ticket): bigint {
  return divideDown((readDecimal(ticket.stake) ?? 0n) * (readDecimal(ticket.payout_ratio) ?? 0n), ONE);
}

/** Returns the findings that follow from the ticket alone. */
function termsViolations(ticket: Ticket): Finding[] {
  const created = Math.floor(ticket.accepted_ms / 1000);
  const expected: readonly (readonly [keyof Ticket & string, string])[] = [
    ...(isOfBefore(ticket) ? [['strike_seq', String(ticket.accepted_seq + 1)] as const] : []),
    [
      'struck_from_ms',
      String((ticket.struck_from_ms ?? null) === null ? ticket.struck_from_ms : ticket.accepted_ms),
    ],
    ['created_at', String(created)],
    ['expires_at', String(created + ticket.seconds)],
    ['profit', printDecimal(profitOf(ticket))],
  ];
  return expected.flatMap(([field, value]) =>
    String(ticket[field]) === value
      ? []
      : [finding('terms_differ', null, { field, derived: value, found: String(ticket[field]) })],
  );
}

function strikeViolations(ticket: Ticket, strike: TapeEntry): Finding[] {
  if (ticket.strike === null) return [];
  const price = differs('price_differs', strike.seq, ['strike', strike.last, ticket.strike]);
  const time = differs('price_differs', strike.seq, [
    'strike_at_ms',
    String(strike.time_ms),
    String(ticket.strike_at_ms),
  ]);
  const seq = isOfBefore(ticket)
    ? []
    : differs('seq_differs', strike.seq, ['strike_seq', String(strike.seq), String(ticket.strike_seq)]);
  return [...price, ...time, ...seq];
}

/** Returns findings about the fields in which the ticket differs from the tape. */
function violationsAgainst(ticket: Ticket, derived: DerivedTicket): Finding[] {
  const { strike, settle, status, reason, pnl } = derived;
  const strikes = strikeViolations(ticket, strike);
  if (ticket.status === 'open' || ticket.reason === 'start_over') return strikes;
  const ended = settle?.seq ?? strike.seq;
  // A void ticket may omit prices on which it does not depend.
  const mayOmit = ticket.status === 'void';
  const omitted = (value: unknown): boolean => mayOmit && value === null;
  const { strike: strikeShown, settle_seq: seqShown, settle: settleShown } = ticket;
  return [
    ...(strikeShown === null && !mayOmit
      ? differs('price_differs', strike.seq, ['strike', strike.last, 'null'])
      : strikes),
    ...(settle === undefined || omitted(seqShown)
      ? []
      : differs('seq_differs', settle.seq, ['settle_seq', String(settle.seq), String(seqShown)])),
    ...(settle === undefined || omitted(settleShown)
      ? []
      : differs('price_differs', settle.seq, ['settle', settle.last, String(settleShown)])),
    ...differs('outcome_differs', ended, ['status', status, ticket.status]),
    ...differs('outcome_differs', ended, ['reason', String(reason), String(ticket.reason)]),
    ...differs('amount_differs', ended, ['pnl', pnl, String(ticket.pnl)]),
  ];
}

function differs(
  code: 'price_differs' | 'seq_differs' | 'outcome_differs' | 'amount_differs',
  seq: number,
  [field, derived, found]: readonly [string, string, string],
): Finding[] {
  return derived === found ? [] : [finding(code, seq, { field, derived, found })];
}

/** Returns the first field that cannot be used in computations. */
function unreadableField(ticket: Ticket): string | undefined {
  const wholes = [
    'seconds',
    'accepted_seq',
    'accepted_ms',
    'strike_seq',
    'created_at',
    'expires_at',
  ] as const;
  const decimals = ['stake', 'payout_ratio', 'profit'] as const;
  const statuses: readonly unknown[] = ['open', 'won', 'lost', 'tied', 'void'];
  const settleSeq = ticket.settle_seq;
  return (
    (isSymbol(ticket.symbol) ? undefined : 'symbol') ??
    (['up', 'down'].includes(ticket.side) ? undefined : 'side') ??
    (statuses.includes(ticket.status) ? undefined : 'status') ??
    wholes.find((name) => !Number.isSafeInteger(ticket[name]) || ticket[name] < 0) ??
    decimals.find((name) => !isPositive(ticket[name])) ??
    (settleSeq === null || Number.isSafeInteger(settleSeq) ? undefined : 'settle_seq')
  );
}

function isPositive(text: string): boolean {
  const value = readDecimal(text);
  return value !== undefined && value > 0n;
}
