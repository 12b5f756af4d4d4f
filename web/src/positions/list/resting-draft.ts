/** A customer's changes to an order that waits for a price: its price, quantity and expiry. Pure. */
import type { ContractTerms } from '@candor/domain/market/instrument.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { amount, formatAmount, parseAmount } from '@candor/domain/money/amount.ts';
import { openingCost } from '@candor/domain/trading/contract.ts';
import type { CallRequest } from '@candor/protocol/calls.ts';
import type { Position } from '../../live/position-list.ts';
import { untilMs, untilText } from '../../lib/order-terms.ts';
import { finishedDecimal } from '../../ui/keypad-typing.ts';
import { ownTerms } from '../position-figures.ts';

/**
 * Strings, so that nothing is lost or changed. `until` is in the device's time zone: "2026-12-05T18:30"; empty without an
 * expiry.
 */
export type RestingDraft = { readonly price: string; readonly quantity: string; readonly until: string };

/** Returns the order's present terms in the form in which they would be typed. */
export function restingSet({ price, quantity, expires_at: expiresAt }: Position): RestingDraft {
  const until = typeof expiresAt === 'number' ? untilText(expiresAt) : '';
  return { price: price ?? '', quantity, until };
}

/**
 * Returns the draft of an order whose price the customer moved on the chart. Only the price is shown and confirmed, so the rest
 * are the order's present terms, even if they changed on another device since the line was moved.
 */
export function movedResting({ price }: RestingDraft, position: Position): RestingDraft {
  return { ...restingSet(position), price };
}

const aboveZero = (text: string): Amount | undefined => {
  const value = parseAmount(finishedDecimal(text));
  return value === 0n ? undefined : value;
};

export type RestingView = {
  readonly price: Amount | undefined;
  readonly quantity: Amount | undefined;
  /** The order's expiry in milliseconds; null if there is none, undefined if the typed text is not a time. */
  readonly expiresMs: number | null | undefined;
};

export function readResting({ price, quantity, until }: RestingDraft): RestingView {
  return {
    price: aboveZero(price),
    quantity: aboveZero(quantity),
    expiresMs: until === '' ? null : untilMs(until),
  };
}

/** Returns the differences from the order's present terms, or undefined if there are none or something is missing. */
export function amendmentOf(
  draft: RestingDraft,
  position: Position,
): CallRequest<'POST lever/amend'> | undefined {
  const { price, quantity, expiresMs } = readResting(draft);
  if (price === undefined || quantity === undefined || expiresMs === undefined) return undefined;
  const set = restingSet(position);
  const changes = {
    ...(formatAmount(price) === set.price ? {} : { price: formatAmount(price) }),
    ...(formatAmount(quantity) === set.quantity ? {} : { quantity: formatAmount(quantity) }),
    ...(draft.until === set.until ? {} : { expires_at: expiresMs }),
  };
  return Object.keys(changes).length === 0 ? undefined : { id: position.id, ...changes };
}

/** The amount that the order freezes at a price, in USDT; zero for an order that only closes. */
export function heldBy(
  position: Position,
  {
    price,
    quantity,
    terms,
  }: { readonly price: Amount; readonly quantity: Amount; readonly terms: ContractTerms },
): Amount {
  if (position.reduces !== undefined) return 0n;
  const { leverage, placed_rate: rate } = position;
  return openingCost(ownTerms(terms, position), { quantity, price, rate: amount(rate), leverage }).total;
}
