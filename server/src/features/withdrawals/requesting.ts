/** Decides requesting and cancelling a withdrawal, and closing withdrawals when a demo customer starts over. Pure. */
import { formatAmount, parseAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import { withdrawalCost } from '@candor/domain/trading/withdrawal.ts';
import type { CallInput, CallOutput } from '@candor/protocol/calls.ts';
import { chains } from '@candor/protocol/networks.ts';
import type { Decision, Effects, Facts } from '../../commands/command.ts';
import { gateViolation, gateOf } from '../../identity/gates.ts';
import { LIMITS } from '../../limits.ts';
import { askedOfDay, LATELY_ID } from '../../payments/lately.ts';
import { withdrawalAddresses } from '../../payments/withdrawal-addresses.ts';
import type { AddressRow } from '../../payments/withdrawal-addresses.ts';
import type { Terms, WithdrawalTerms } from '../../terms/terms.ts';
import { changed, failed, holdJournal, secondsUp, noticeOf } from './effects.ts';
import { lately, withdrawals } from './tables.ts';
import type { WithdrawalRow } from './tables.ts';

type Requested = CallOutput<'POST wallet/out'>;

export type Request = {
  readonly currency: string;
  readonly amount: Amount;
  readonly addressId: bigint;
  /** The net amount that the app displayed to the customer, if the app sends it. */
  readonly shown?: Amount | undefined;
};

export type RequestTerms = {
  readonly terms: Pick<Terms, 'withdrawal'>;
  readonly jurisdictions: JurisdictionMode;
};

type ReadViolation = 'currency_invalid' | 'amount_wrong' | 'address_not_yours';

export function readRequest(
  body: Pick<CallInput<'POST wallet/out'>, 'currency' | 'amount' | 'address' | 'arrives'>,
  at: { readonly terms: Pick<Terms, 'withdrawal'>; readonly wallMs: number },
): Outcome<Request, ReadViolation> {
  const { currency, address } = body;
  if (at.terms.withdrawal(currency, at.wallMs)?.open !== true) {
    return refuse('currency_invalid', { field: 'currency' });
  }
  const amount = parseAmount(body.amount);
  if (amount === undefined || amount <= 0n) return refuse('amount_wrong', { field: 'amount' });
  if (!/^\d{1,18}$/.test(address)) return refuse('address_not_yours', { field: 'address' });
  const shown = body.arrives === undefined ? undefined : parseAmount(body.arrives);
  return ok({ currency, amount, addressId: BigInt(address), shown });
}

/**
 * Accepts or refuses a request. If it is accepted, the amount is frozen immediately. The README lists the order of the checks.
 */
export function decideRequest(request: Request, facts: Facts, { terms, jurisdictions }: RequestTerms) {
  const { currency, amount } = request;
  const { book, wallMs } = facts;
  const barred = gateViolation(gateOf(facts), 'withdraw', { nowMs: wallMs, jurisdictions });
  if (barred !== undefined) return barred;
  const of = terms.withdrawal(currency, wallMs);
  if (of?.open !== true) return refuse('currency_invalid', { field: 'currency' });
  const found = usableAddress(request, facts);
  if (!found.ok) return found;
  const { fee, arrives } = withdrawalCost({ currency, amount, feeRate: of.feeRate });
  const bound = boundViolation(request, facts, of) ?? coverViolation(request, facts);
  if (bound !== undefined) return bound;
  // A customer must not pay a fee that the app did not display. New terms may have taken effect since it was displayed.
  if (request.shown !== undefined && request.shown !== arrives) return refuse('case_changed');
  // The bounds of the published terms already prevent a payment of zero.
  if (arrives <= 0n) return refuse('amount_wrong', { field: 'amount' });
  const row: WithdrawalRow = {
    ...{ book, id: facts.newId(), currency, amount, fee },
    ...{ network: found.value.network, addressId: found.value.id, address: found.value.address },
    ...{ status: 'under_review', reason: null, version: 1, hold: null, holds: 0 },
    ...{ requestedMs: wallMs, deadlineMs: wallMs + LIMITS.money.reviewMs },
    // The customer's other requests of the day are included, so that the second approval can't be avoided by splitting an amount.
    needsSecond: amount + askedLately(facts, currency) >= of.twoFrom,
    ...{ firstBy: null, secondBy: null, approvedMs: null },
    ...{ paidReference: null, decidedBy: null, decidedMs: null },
  };
  const answer: Requested = {
    id: row.id.toString(),
    amount: formatAmount(amount),
    fee: formatAmount(fee),
    arrives: formatAmount(arrives),
    status: row.status,
    deadline_at: secondsUp(row.deadlineMs),
  };
  const notice = noticeOf('withdrawal_requested', row, facts, { address: row.address });
  return ok({ answer, ...changed(row, facts), journals: [holdJournal(row)], appends: [notice] });
}

/** Returns the customer's address. Refuses if it was deleted, isn't usable yet, or doesn't accept the currency. */
function usableAddress(
  { addressId, currency }: Request,
  facts: Facts,
): Outcome<AddressRow, 'address_missing' | 'address_not_yours' | 'address_not_ready' | 'network_invalid'> {
  const row = facts.row(withdrawalAddresses, addressId);
  if (row === undefined || row.deletedMs !== null) {
    return facts.openCount(withdrawalAddresses) === 0
      ? refuse('address_missing', { field: 'address' })
      : refuse('address_not_yours', { field: 'address' });
  }
  if (!(chains[row.network] as readonly string[]).includes(currency)) {
    return refuse('network_invalid', { field: 'address' });
  }
  if (row.usableMs <= facts.wallMs) return ok(row);
  return refuse('address_not_ready', {
    field: 'address',
    params: { until: secondsUp(row.usableMs).toString() },
  });
}

function boundViolation({ currency, amount }: Request, facts: Facts, of: WithdrawalTerms) {
  const field = 'amount';
  if (amount < of.min) {
    return refuse('withdrawal_below_minimum', { field, params: { min: formatAmount(of.min), currency } });
  }
  if (amount > of.max) {
    return refuse('withdrawal_above_maximum', { field, params: { max: formatAmount(of.max), currency } });
  }
  const left = of.dayMax - askedLately(facts, currency);
  if (amount <= left) return undefined;
  const params = { left: formatAmount(left < 0n ? 0n : left), currency };
  return refuse('withdrawal_day_maximum', { field, params });
}

/** Returns the sum of the amounts that the customer requested in a currency within the last day. */
function askedLately(facts: Facts, currency: string): Amount {
  const asked = facts.row(lately, LATELY_ID)?.asked;
  if (asked === undefined) throw new Error(`expected the recent requests of book ${facts.book}, found none`);
  return askedOfDay(asked, { currency, wallMs: facts.wallMs });
}

/** Refuses if a withdrawal is already open or the available balance is insufficient. */
function coverViolation({ currency, amount }: Request, facts: Facts) {
  if (facts.openRows(withdrawals).length > 0) return refuse('withdrawal_pending');
  if (facts.balance('spot', currency) >= amount) return undefined;
  return refuse('withdrawal_exceeds_holdings', { field: 'amount' });
}

type Cancelled = CallOutput<'POST wallet/out_cancel'>;

/** Cancels a withdrawal. A customer can cancel at any time before the final approval, even during a hold. */
export function decideCancel(
  { id }: { readonly id: bigint },
  facts: Facts,
): Decision<Cancelled, 'not_found' | 'order_state_wrong'> {
  const row = facts.row(withdrawals, id);
  if (row === undefined) return refuse('not_found', { field: 'id' });
  if (row.status !== 'under_review') return refuse('order_state_wrong', { field: 'id' });
  const answer: Cancelled = { id: id.toString(), status: 'failed' };
  const end = { reason: 'cancelled_by_customer', decidedBy: null } as const;
  return ok({ answer, ...failed(row, end, facts) });
}

/** Closes a demo customer's withdrawals when the customer starts over. Pending payments are not made. */
export function endForStartOver(facts: Facts): Omit<Effects<never>, 'answer'> {
  const ended = facts
    .openRows(withdrawals)
    .map((row) => failed(row, { reason: 'start_over', decidedBy: null }, facts));
  return {
    journals: ended.flatMap((effects) => effects.journals ?? []),
    puts: ended.flatMap((effects) => effects.puts ?? []),
    events: ended.flatMap((effects) => effects.events ?? []),
  };
}
