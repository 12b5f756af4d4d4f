/** Rules for submitting and cancelling a deposit, as pure functions. The README gives the order of the checks. */
import { rateSymbolOf } from '@candor/domain/market/conversion.ts';
import { ONE, formatAmount, hasDecimals } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { valueReceived } from '@candor/domain/money/rounding.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import { dayOf } from '@candor/domain/policy/own-limit.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { travelDecimals } from '@candor/protocol/networks.ts';
import { put } from '../../commands/command.ts';
import type { CustomerEvent, Decision, Facts } from '../../commands/command.ts';
import { gateViolation, gateOf } from '../../identity/gates.ts';
import { LIMITS } from '../../limits.ts';
import { limits as depositsLimits } from './limits.ts';
import { askedOfDay, LATELY_ID } from '../../payments/lately.ts';
import type { Reference } from '../../payments/reference.ts';
import type { DepositWay, DepositWays } from '../../payments/deposit-methods.ts';
import type { MoneyBounds, Terms } from '../../terms/terms.ts';
import { deposits, isOpen, lately } from './tables.ts';
import type { DepositRow } from './tables.ts';

type Answer = CallOutput<'POST wallet/charge_req'>;
export type DepositView = CallOutput<'GET chargelist/log'>['items'][number];

export type DepositTerms = {
  readonly ways: Pick<DepositWays, 'all'>;
  readonly terms: Pick<Terms, 'deposit'>;
};

export type DepositOrder = {
  readonly currency: string;
  readonly network: string;
  readonly amount: Amount;
  readonly voucher: string;
  /** The hash of the image, or a refusal if the image can't prove a deposit; read before the command. */
  readonly proof: Outcome<string, 'file_not_found' | 'file_duplicate'>;
  readonly reference: Reference | null;
  /** Whether another deposit that did not fail has this reference, read before the command. */
  readonly isReferenceUsed: boolean;
};

export function decideDeposit({ ways, terms }: DepositTerms, order: DepositOrder, facts: Facts) {
  // A deposit doesn't depend on an instrument's jurisdictions, only on the customer's country.
  const barred = gateViolation(gateOf(facts), 'deposit', { nowMs: facts.wallMs, jurisdictions: 'country' });
  if (barred !== undefined) return barred;
  const way = wayOf(ways, order);
  if (!way.ok) return way;
  const bounds = terms.deposit(way.value, facts.wallMs);
  if (bounds?.open !== true) return refuse('network_invalid', { field: 'network' });
  const violation = amountViolation(order, bounds) ?? proofViolation(order, facts);
  if (violation !== undefined) return violation;
  const valueUsdt = valueOf(order.amount, worthOf(way.value, facts));
  // Self-imposed limits count the deposit's value. Without a price the value is unknown, so the customer must
  // retry.
  if (valueUsdt === undefined) return refuse('busy');
  // The day's other deposits are added, because a large deposit could otherwise be split to avoid the second approval.
  const needsSecond = order.amount + handedInLately(order, facts) >= bounds.twoFrom;
  return handedIn({ way: way.value, order, valueUsdt, needsSecond }, facts);
}

function wayOf(
  ways: Pick<DepositWays, 'all'>,
  { currency, network }: DepositOrder,
): Outcome<DepositWay, 'currency_invalid' | 'network_invalid'> {
  const known = ways.all.filter((way) => way.currency === currency);
  if (known.length === 0) return refuse('currency_invalid', { field: 'currency' });
  const way = known.find((one) => one.network === network);
  return way === undefined ? refuse('network_invalid', { field: 'network' }) : ok(way);
}

function amountViolation({ amount, currency }: DepositOrder, { min, max }: MoneyBounds) {
  if (amount <= 0n || !hasDecimals(amount, travelDecimals[currency] ?? 0)) {
    return refuse('amount_wrong', { field: 'amount' });
  }
  if (amount >= min && amount <= max) return undefined;
  const params = { min: formatAmount(min), max: formatAmount(max) };
  return refuse('deposit_out_of_range', { field: 'amount', params });
}

/** An image and a reference can each prove only one payment. The book's pending deposits are read under the book's lock. */
function proofViolation(order: DepositOrder, facts: Facts) {
  const waiting = facts.openRows(deposits);
  if (!order.proof.ok) return order.proof;
  if (waiting.some(({ voucher }) => voucher === order.voucher)) {
    return refuse('file_not_found', { field: 'voucher' });
  }
  const isSame = ({ network, claimed }: DepositRow) =>
    network === order.network && claimed !== null && claimed.key === order.reference?.key;
  if (order.isReferenceUsed || waiting.some(isSame)) return refuse('reference_used', { field: 'reference' });
  const max = depositsLimits.depositsWaitingMax;
  return waiting.length < max ? undefined : refuse('deposits_too_many', { params: { max: max.toString() } });
}

/** Returns the total of a currency in deposits of the last day, excluding failed ones. */
function handedInLately({ currency }: DepositOrder, facts: Facts): Amount {
  const handed = facts.row(lately, LATELY_ID)?.asked;
  if (handed === undefined)
    throw new Error(`expected the recent deposits of book ${facts.book} to be gathered`);
  return askedOfDay(handed, { currency, wallMs: facts.wallMs });
}

type HandedIn = {
  readonly way: DepositWay;
  readonly order: DepositOrder;
  readonly valueUsdt: Amount;
  readonly needsSecond: boolean;
};

function handedIn({ way, order, valueUsdt, needsSecond }: HandedIn, facts: Facts): Decision<Answer, never> {
  if (!order.proof.ok) throw new Error('expected a proof with the deposit, found none');
  const row: DepositRow = {
    ...way,
    book: facts.book,
    id: facts.newId(),
    amount: order.amount,
    valueUsdt,
    placedDay: dayOf(facts.wallMs),
    voucher: order.voucher,
    voucherHash: order.proof.value,
    claimed: order.reference,
    status: 'under_review',
    reason: null,
    needsSecond,
    first: null,
    version: 1,
    submittedMs: facts.wallMs,
    deadlineMs: facts.wallMs + LIMITS.money.reviewMs,
    decidedMs: null,
    reference: null,
    credited: null,
    decidedBy: null,
  };
  return ok({ answer: answerOf(row), puts: [put(deposits, row)], events: [eventOf(row, facts.wallMs)] });
}

/** Cancels a deposit, unless an operator has seen the payment or the deposit is settled. */
export function decideCancel(
  { id }: { readonly id: bigint },
  facts: Facts,
): Decision<Answer, 'deposit_not_found' | 'order_state_wrong'> {
  const before = facts.row(deposits, id);
  if (before === undefined) return refuse('deposit_not_found', { field: 'id' });
  if (before.status !== 'under_review') return refuse('order_state_wrong');
  const row: DepositRow = {
    ...before,
    status: 'failed',
    reason: 'cancelled_by_customer',
    version: before.version + 1,
    decidedMs: facts.wallMs,
  };
  return ok({ answer: answerOf(row), puts: [put(deposits, row)], events: [eventOf(row, facts.wallMs)] });
}

function answerOf({ id, status }: DepositRow): Answer {
  return { id: id.toString(), status };
}

/** Returns the currency in which a deposit is credited: USDT for a wire, and otherwise the deposit's own currency. */
export function creditedAs({ currency, network }: DepositWay): string {
  return network === 'wire' ? 'USDT' : currency;
}

/** Returns the newest rate on a symbol's rate tape, or undefined before the first rate. */
export type Published = (symbol: string) => Amount | undefined;

/** Returns the value of one unit of a wire's currency in USDT. */
export function wireRate(currency: string, published: Published): Amount | undefined {
  const symbol = rateSymbolOf(currency);
  return symbol === null ? ONE : published(symbol);
}

/** Returns the published rates as read in the transaction. */
export function publishedIn(facts: Facts): Published {
  return (symbol) => quoted(symbol, facts)?.last;
}

function quoted(symbol: string, facts: Facts) {
  const head = facts.head(symbol);
  return head === undefined || head.seq === 0n ? undefined : head;
}

/** Returns the value of one unit in USDT for the self-imposed limits. A coin is valued at its bid, even if the price is stale. */
function worthOf({ currency, network }: DepositWay, facts: Facts): Amount | undefined {
  if (network === 'wire') return wireRate(currency, publishedIn(facts));
  return currency === 'USDT' ? ONE : quoted(`${currency}/USDT`, facts)?.bid;
}

function valueOf(amount: Amount, worth: Amount | undefined): Amount | undefined {
  return worth === undefined ? undefined : valueReceived(amount, worth);
}

const seconds = (ms: number): number => Math.floor(ms / 1000);

export function depositView(row: DepositRow, nowMs: number): DepositView {
  const { credited, reference } = row;
  return {
    id: row.id.toString(),
    currency: row.currency,
    network: row.network,
    amount: formatAmount(row.amount),
    status: row.status,
    reason: row.reason,
    reference: row.claimed?.text ?? null,
    credited:
      credited === null
        ? null
        : {
            currency: credited.currency,
            amount: formatAmount(credited.amount),
            rate: credited.rate === null ? null : formatAmount(credited.rate),
            reference: reference?.text ?? '',
          },
    submitted_at: seconds(row.submittedMs),
    deadline_at: seconds(row.deadlineMs),
    overdue: isOpen(row) && row.deadlineMs <= nowMs,
    decided_at: row.decidedMs === null ? null : seconds(row.decidedMs),
  };
}

/** Builds the event for the customer's devices. */
export function eventOf(row: DepositRow, nowMs: number): CustomerEvent {
  return { name: 'deposit', payload: () => ({ deposit: depositView(row, nowMs) }) };
}
