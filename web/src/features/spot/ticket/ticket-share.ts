/** Shares of the available balance: converts a share to a size, and a size to a share. */
import { decimalsOf } from '@candor/domain/market/instrument.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { formatAmount, hasDecimals, parseAmount } from '@candor/domain/money/amount.ts';
import { floorToStep } from '@candor/domain/money/rounding.ts';
import { quantityForBudget } from '@candor/domain/trading/spot.ts';
import { trailStart } from './protection-draft.ts';
import type { TicketDraft, TicketFacts } from './ticket-draft.ts';
import { asksForAmount, holdPriceOf } from './ticket-draft.ts';

/** The step of the USDT amounts of a share. A share of 100% is the exact balance. */
const cent: Amount = 1_000_000n;

/**
 * Returns the field to set, and its value, for a share of the available balance, or undefined while the balance or the price is
 * unknown.
 */
export function shareToSize(
  percent: number,
  draft: TicketDraft,
  facts: TicketFacts,
): Partial<Pick<TicketDraft, 'amount' | 'quantity'>> | undefined {
  const { available, instrument } = facts;
  if (available === undefined) return undefined;
  const part = (whole: Amount): Amount => (whole * BigInt(percent)) / 100n;
  if (asksForAmount(draft)) {
    const amount = percent === 100 ? available.quote : floorToStep(part(available.quote), cent);
    return { amount: formatAmount(amount) };
  }
  if (draft.side === 'sell') {
    return { quantity: formatAmount(floorToStep(part(available.base), instrument.quantityStep)) };
  }
  const price = trailStart(draft, facts) ?? holdPriceOf(draft, facts);
  if (price === undefined || price === 0n) return undefined;
  return { quantity: formatAmount(quantityForBudget(instrument, { amount: part(available.quote), price })) };
}

/** Returns the share of the available balance that the ticket uses, from 0 to 100. */
export function sizeToShare(taken: Amount | undefined, available: Amount | undefined): number {
  if (taken === undefined || available === undefined || available === 0n) return 0;
  const percent = (taken * 100n + available / 2n) / available;
  return percent > 100n ? 100 : globalThis.Number(percent);
}

/** Returns the decimal places accepted by the quantity field and by the amount field. */
export function sizeDecimals(facts: Pick<TicketFacts, 'instrument'>, draft: TicketDraft): number {
  if (!asksForAmount(draft)) return decimalsOf(facts.instrument.quantityStep);
  const amount = parseAmount(draft.amount);
  return amount !== undefined && !hasDecimals(amount, 2) ? 8 : 2;
}
