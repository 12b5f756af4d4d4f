/** Rules for an operator's verdict on a deposit, as pure functions: credit it as seen, mark it as waiting, or reject it. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { journal } from '@candor/domain/ledger/journal.ts';
import { valueReceived } from '@candor/domain/money/rounding.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import { put } from '../../commands/command.ts';
import type { Decision, Effects, Facts } from '../../commands/command.ts';
import { noticed } from '../../identity/mail/notices.ts';
import { recorded, subjectOf } from '../../operators/audit-log.ts';
import type { Operator } from '../../operators/operators.ts';
import { capViolation } from '../../operators/caps.ts';
import { conflictOfInterest } from '../../operators/conflicts-of-interest.ts';
import type { Reference } from '../../payments/reference.ts';
import { creditedAs, publishedIn, eventOf, wireRate } from './rules.ts';
import type { Published } from './rules.ts';
import { deposits, isOpen } from './tables.ts';
import type { DepositRow } from './tables.ts';

export type Verdict =
  | {
      readonly kind: 'approve';
      readonly reference: Reference;
      /** Whether another deposit was credited for the same payment, read before the command. */
      readonly isReferenceUsed: boolean;
    }
  | { readonly kind: 'await' }
  | { readonly kind: 'reject'; readonly reason: NonNullable<DepositRow['reason']> };

export type Review = {
  readonly id: bigint;
  readonly operator: Operator;
  readonly verdict: Verdict;
  /** Amount and image hash as the operator saw them. */
  readonly amount: Amount;
  readonly voucherHash: string;
  readonly note: string | undefined;
  /** The person of each operator account; an account's person never changes. */
  readonly persons: ReadonlyMap<string, string>;
};

type Code =
  | 'conflict_of_interest'
  | 'deposit_not_found'
  | 'order_state_wrong'
  | 'case_changed'
  | 'reference_used'
  | 'second_person_needed'
  | 'trading_closed'
  | 'day_cap_reached';

export function decideReview(review: Review, facts: Facts): Decision<null, Code> {
  const { verdict, operator } = review;
  const tied = conflictOfInterest(facts, operator);
  if (tied !== undefined) return tied;
  const before = facts.row(deposits, review.id);
  if (before === undefined) return refuse('deposit_not_found');
  if (!isOpen(before) || (verdict.kind === 'await' && before.status === 'waiting')) {
    return refuse('order_state_wrong');
  }
  if (before.amount !== review.amount || before.voucherHash !== review.voucherHash) {
    return refuse('case_changed');
  }
  const next = { ...before, version: before.version + 1, decidedBy: operator.account };
  if (verdict.kind === 'await') {
    // A payment that is not yet final does not count as found.
    return ok(acted(review, facts, { before, after: { ...next, status: 'waiting', first: null } }));
  }
  const ended = { ...next, decidedMs: facts.wallMs };
  if (verdict.kind === 'reject') {
    const after: DepositRow = { ...ended, status: 'failed', reason: verdict.reason };
    const effects = acted(review, facts, { before, after });
    return ok({ ...effects, appends: [...effects.appends, noticeOf(after, facts)] });
  }
  if (verdict.isReferenceUsed) return refuse('reference_used', { field: 'reference' });
  const capped = capViolationOf(before, operator, facts);
  if (capped !== undefined) return capped;
  if (before.needsSecond) {
    const { reference } = verdict;
    const first = firstPerson(before, { ...review, reference }, facts);
    if (first === undefined) {
      const { account: by } = operator;
      const after = { ...before, version: next.version, first: { by, atMs: facts.wallMs, reference } };
      return ok({ ...acted(review, facts, { before, after }), events: [] });
    }
    if (first === operator.person) return refuse('second_person_needed');
  }
  const credited = creditOf(before, publishedIn(facts));
  if (credited === undefined) return refuse('trading_closed');
  const after: DepositRow = { ...ended, status: 'success', reference: verdict.reference, credited };
  const effects = acted(review, facts, { before, after });
  return ok({
    ...effects,
    appends: [...effects.appends, noticeOf(after, facts)],
    journals: [
      journal('deposit', `deposit:${after.id}`, [
        { account: 'custody', currency: credited.currency, amount: -credited.amount },
        { account: 'spot', currency: credited.currency, amount: credited.amount },
      ]),
    ],
  });
}

/** Counts the credited amount towards the caps, or the deposit's value at submission if that is higher. */
function capViolationOf(before: DepositRow, operator: Operator, facts: Facts) {
  const { currency, amount } = creditOf(before, publishedIn(facts)) ?? before;
  return capViolation(facts, { operator, kind: 'deposit', currency, amount, atLeast: before.valueUsdt });
}

/**
 * Returns the person whose first approval is still valid. A first approval is void if it found another payment, or if its
 * approver now has a conflict of interest. The current approval then counts as the first.
 */
function firstPerson(
  { first }: DepositRow,
  { persons, reference }: Pick<Review, 'persons'> & { readonly reference: Reference },
  facts: Facts,
): string | undefined {
  if (first === null || first.reference.key !== reference.key) return undefined;
  const person = persons.get(first.by);
  return person === undefined || conflictOfInterest(facts, { person }) !== undefined ? undefined : person;
}

/** Returns the credit for a deposit: the sent amount, or a wire's value at the latest published rate, rounded down. */
export function creditOf(
  { amount, currency, network }: Pick<DepositRow, 'amount' | 'currency' | 'network'>,
  published: Published,
): NonNullable<DepositRow['credited']> | undefined {
  const as = creditedAs({ currency, network });
  if (network !== 'wire') return { currency: as, amount, rate: null };
  const rate = wireRate(currency, published);
  return rate === undefined ? undefined : { currency: as, amount: valueReceived(amount, rate), rate };
}

type Change = { readonly before: DepositRow; readonly after: DepositRow };

/**
 * Writes the row's new state, and the audit record that the database requires. After a first approval the status is unchanged.
 */
function acted({ verdict, operator, note }: Review, facts: Facts, { before, after }: Change) {
  const { amount, currency, network, voucherHash, credited, reference } = after;
  const step = verdict.kind === 'approve' && after.status !== 'success' ? 'approve_first' : verdict.kind;
  const about = { deposit: after.id.toString(), currency, network, amount: formatAmount(amount) };
  const found =
    credited === null
      ? {}
      : {
          credited: `${formatAmount(credited.amount)} ${credited.currency}`,
          ...(credited.rate === null ? {} : { rate: formatAmount(credited.rate) }),
          reference: reference?.text ?? '',
        };
  const reason = [after.reason, note].filter((part) => part !== null && part !== undefined).join(': ');
  const entry = {
    action: `deposit.${step}`,
    subject: subjectOf(facts.book),
    before: { ...about, status: before.status, ...firstOf(before) },
    after: { ...about, status: after.status, voucher_hash: voucherHash, ...firstOf(after), ...found },
    reason: reason === '' ? undefined : reason,
  };
  return {
    answer: null,
    appends: [recorded(entry, { operator, wallMs: facts.wallMs })],
    puts: [put(deposits, after)],
    events: [eventOf(after, facts.wallMs)],
  } satisfies Effects<null>;
}

/** Returns the first approval for the audit record, if two approvers are needed. */
function firstOf({ needsSecond, first }: DepositRow) {
  if (!needsSecond) return {};
  return { first_by: first?.by ?? null, first_reference: first?.reference.text ?? null };
}

function noticeOf({ status, amount, currency, credited }: DepositRow, facts: Facts) {
  const about = credited ?? { amount, currency };
  return noticed({
    book: facts.book,
    id: facts.newId(),
    kind: status === 'success' ? 'deposit_credited' : 'deposit_failed',
    params: { amount: formatAmount(about.amount), currency: about.currency },
    timeMs: facts.wallMs,
  });
}
