/**
 * The journals of a ticket, if the evidence file has them. Each must sum to zero in every currency, the entire amount in
 * escrow must be paid out, and the customer's part must match the outcome. Only the consistency of journals is checked,
 * because they are not signed.
 */
import { printDecimal, readDecimal } from './decimal.ts';
import type { Finding } from './findings.ts';
import { finding } from './findings.ts';
import type { DerivedTicket, Ticket } from './ticket.ts';

export type Posting = { readonly account: string; readonly currency: string; readonly amount: bigint };
export type Journal = { readonly kind: string; readonly postings: readonly Posting[] };

/** The accounts that hold the customer's own money. */
const OWN: ReadonlySet<string> = new Set(['option', 'promo']);
const ESCROW = 'option_escrow';
const STAKE = 'option_stake';
const ENDS = {
  won: 'option_win',
  lost: 'option_loss',
  tied: 'option_return',
  void: 'option_return',
} as const;

/** Returns findings about mismatches, with the number of the entry that decided the ticket. */
export function journalViolations(
  given: unknown,
  { stake }: Pick<Ticket, 'stake'>,
  derived: DerivedTicket,
): Finding[] {
  const journals = readJournals(given);
  if (journals === undefined) return [finding('record_unreadable', null, { field: 'journals' })];
  const at = derived.settle?.seq ?? derived.strike.seq;
  const differs = (field: string, expected: string, found: string): Finding[] =>
    expected === found ? [] : [finding('amount_differs', at, { field, derived: expected, found })];
  const kinds = journals.map(({ kind }) => kind).join(', ');
  const postings = journals.flatMap((journal) => journal.postings);
  const own = postings.filter(({ account }) => OWN.has(account));
  const staked = journals.filter(({ kind }) => kind === STAKE).flatMap((journal) => journal.postings);
  return [
    ...differs('journals', `${STAKE}, ${ENDS[derived.status]}`, kinds),
    ...differs('currencies of the journals', '1', String(new Set(postings.map((one) => one.currency)).size)),
    ...journals.flatMap(({ kind, postings: of }) => differs(`sum of ${kind}`, '0', sumOf(of))),
    ...differs('stake that was set aside', stake, sumOf(staked.filter(isOwn), -1n)),
    ...differs(
      'rest of what was set aside',
      '0',
      sumOf(postings.filter(({ account }) => account === ESCROW)),
    ),
    ...differs('postings of the customer', derived.pnl, sumOf(own)),
  ];
}

function isOwn({ account }: Posting): boolean {
  return OWN.has(account);
}

function sumOf(postings: readonly Posting[], sign = 1n): string {
  return printDecimal(sign * postings.reduce((sum, { amount }) => sum + amount, 0n));
}

export function readJournals(given: unknown): readonly Journal[] | undefined {
  if (!Array.isArray(given)) return undefined;
  const journals = given.map(readJournal);
  return journals.every((journal) => journal !== undefined) ? journals : undefined;
}

function readJournal(given: unknown): Journal | undefined {
  const { kind, postings } = (given ?? {}) as { readonly kind?: unknown; readonly postings?: unknown };
  if (typeof kind !== 'string' || !Array.isArray(postings)) return undefined;
  const read = postings.map(readPosting);
  return read.every((posting) => posting !== undefined) ? { kind, postings: read } : undefined;
}

function readPosting(given: unknown): Posting | undefined {
  const { account, currency, amount } = (given ?? {}) as Readonly<Record<string, unknown>>;
  const value = readDecimal(amount);
  if (typeof account !== 'string' || typeof currency !== 'string' || value === undefined) return undefined;
  return { account, currency, amount: value };
}
