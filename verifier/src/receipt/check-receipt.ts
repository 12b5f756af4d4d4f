/**
 * Checks a receipt and the outcome of its order. It is pure: the caller, such as a customer's app or a mystery shopper, gathers
 * the platform's answers and the log's entries (docs/verification.md#a-receipt).
 */
import { wallTime } from '../house-time.ts';
import type { ClockStep } from '../house-time.ts';
import { alarm } from '../watch/alarms.ts';
import type { Alarm } from '../watch/alarms.ts';
import { readPromise } from './promise.ts';
import type { GivenPromise, PlatformKeys, Promised } from './promise.ts';
import { isEndOf } from './signed-end.ts';
import type { SignedOrder } from './signed-end.ts';

/** How long after its acceptance a receipt's batch may be missing from the log, in milliseconds. */
export const LOGGED_WITHIN_MS = 10_000;
/** The maximum time between sending an order and its acceptance, if the device's clock is right within the tolerance. */
const ACCEPTED_WITHIN_MS = 15_000;

/** The outcome of an order according to the platform. Fields that the platform does not state are left out. */
export type Outcome = {
  /** The order's own number, as its call returned it. */
  readonly id: string;
  readonly acceptedMs?: number;
  readonly acceptedSeq?: number;
  /** The entry at which the order was filled. */
  readonly filledSeq?: number;
  /** Whether the platform says that the customer cancelled the order, or closed the position that the order opened. */
  readonly isEndedByCustomer?: boolean;
  /**
   * When the order ended, by the market clock in milliseconds. A request to end it that was accepted later does not explain its
   * end.
   */
  readonly endedMs?: number;
  /** The number of the position that the order opened, if it differs from the order's. */
  readonly position?: string;
};

/** The text of the order as the device signed it, or the platform's text for an order without a signature. */
export type ReceiptCase = GivenPromise &
  PlatformKeys & {
    /**
     * The witnesses' time of the newest checkpoint of the log that lacks the batch's text, in milliseconds. Undefined if none is
     * known.
     */
    readonly absentMs?: number | undefined;
    /** The platform's current answer; 'missing' if it does not know the order, and undefined if it was not asked. */
    readonly outcome?: Outcome | 'missing' | undefined;
    /** The orders that the platform says this customer signed (`GET receipts/orders`). */
    readonly signedOrders?: readonly SignedOrder[];
    /** The keys of the customer's own devices. */
    readonly deviceKeys?: readonly string[];
    /** The device key that signed the order. */
    readonly placedBy?: string | undefined;
    /** The maximum error of the device's clock, in milliseconds. If absent, times of different clocks are not compared. */
    readonly clockWithinMs?: number;
    /** The steps of a demo's time, by which the platform dates batches (house-time.ts). */
    readonly steps?: readonly ClockStep[] | undefined;
  };

/**
 * Returns every contradiction. An alarm's evidence has the receipt and the contradicting data, so that others can repeat the
 * check. Kinds: `receipt_invalid`, `receipt_unlogged`, `order_dropped`, `acceptance_backdated`, `order_delayed`,
 * `cancel_unsigned`.
 */
export function checkReceipt(given: ReceiptCase): readonly Alarm[] {
  const read = readPromise(given, given);
  if (read === undefined) {
    return [alarm('receipt_invalid', 'The receipt is not a promise about this order.', ...evidenceOf(given))];
  }
  return [...loggedAlarms(given, read), ...acceptanceAlarms(given, read), ...outcomeAlarms(given, read)];
}

function loggedAlarms(given: ReceiptCase, { batch }: Promised): readonly Alarm[] {
  const { absentMs } = given;
  const atMs = acceptedAt(given, batch);
  if (absentMs === undefined || absentMs <= atMs + LOGGED_WITHIN_MS) return [];
  const lateSeconds = Math.floor((absentMs - atMs) / 1000);
  const detail = `The receipt was not in the log ${lateSeconds} seconds after the acceptance.`;
  return [alarm('receipt_unlogged', detail, ...evidenceOf(given))];
}

/** The real time of the acceptance, which is the time of witnesses and devices. */
function acceptedAt({ steps = [] }: ReceiptCase, batch: Promised['batch']): number {
  return wallTime(steps, batch.atMs);
}

/** The acceptance itself, compared with what the device had seen and when it sent the order. */
function acceptanceAlarms(given: ReceiptCase, { order, leaf, batch }: Promised): readonly Alarm[] {
  const found: Alarm[] = [];
  const { clockWithinMs: within } = given;
  const atMs = acceptedAt(given, batch);
  const isBeforeSent = within !== undefined && order.deviceMs > 0 && atMs < order.deviceMs - within;
  if (leaf.acceptedSeq < order.seenSeq || isBeforeSent) {
    const detail = `The order was accepted at entry ${leaf.acceptedSeq}, and the device had seen entry ${order.seenSeq} when it sent it.`;
    found.push(alarm('acceptance_backdated', detail, ...evidenceOf(given)));
  }
  if (within !== undefined && order.deviceMs > 0 && atMs > order.deviceMs + within + ACCEPTED_WITHIN_MS) {
    const seconds = Math.floor((atMs - order.deviceMs) / 1000);
    const detail = `The order was accepted ${seconds} seconds after the device sent it.`;
    found.push(alarm('order_delayed', detail, ...evidenceOf(given)));
  }
  return found;
}

function outcomeAlarms(given: ReceiptCase, { leaf, order }: Promised): readonly Alarm[] {
  const { outcome } = given;
  if (outcome === undefined) return [];
  if (outcome === 'missing') {
    const detail = 'The platform has a receipt out for an order that it does not know.';
    return [alarm('order_dropped', detail, ...evidenceOf(given))];
  }
  const found: Alarm[] = [];
  const {
    acceptedSeq = leaf.acceptedSeq,
    acceptedMs = leaf.acceptedMs,
    filledSeq = leaf.acceptedSeq,
  } = outcome;
  const outcomeText = JSON.stringify(outcome);
  const hasSeq = leaf.acceptedSeq > 0;
  if ((hasSeq && Math.min(acceptedSeq, filledSeq) < leaf.acceptedSeq) || acceptedMs < leaf.acceptedMs) {
    const detail = `Order ${outcome.id} counts as accepted before its receipt, which names entry ${leaf.acceptedSeq} and ${leaf.acceptedMs}.`;
    found.push(alarm('acceptance_backdated', detail, ...evidenceOf(given), outcomeText));
  }
  if ((hasSeq && acceptedSeq > leaf.acceptedSeq) || acceptedMs > leaf.acceptedMs) {
    const detail = `Order ${outcome.id} counts as accepted after its receipt, which names entry ${leaf.acceptedSeq} and ${leaf.acceptedMs}.`;
    found.push(alarm('order_delayed', detail, ...evidenceOf(given), outcomeText));
  }
  if (outcome.isEndedByCustomer === true && !isEndShown(given, outcome, { order, leaf })) {
    const detail = `Order ${outcome.id} is said to be ended by the customer, and none of the customer’s devices signed that.`;
    found.push(alarm('cancel_unsigned', detail, ...evidenceOf(given), outcomeText));
  }
  return found;
}

/** A signed text that is listed twice was used twice, so it proves nothing. */
function isEndShown(
  given: ReceiptCase,
  { id, position, endedMs }: Outcome,
  { order, leaf }: Pick<Promised, 'order' | 'leaf'>,
): boolean {
  const { signedOrders = [], deviceKeys = [], placedBy } = given;
  const placed = { order, acceptedMs: leaf.acceptedMs, by: placedBy, endedMs };
  const once = signedOrders.filter(({ text }, _, all) => all.filter((one) => one.text === text).length === 1);
  return [id, ...(position === undefined ? [] : [position])].some((one) =>
    once.some((signed) => isEndOf(signed, { id: one, ...placed }, { deviceKeys, platform: given })),
  );
}

function evidenceOf({ receipt, order, platformKey }: ReceiptCase): readonly string[] {
  return [JSON.stringify(receipt), order, platformKey];
}
