/** The cost of holding a position overnight: a charge at each midnight UTC of the market clock while the position is open. */
import type { ContractTerms } from '../market/instrument.ts';
import type { Amount } from '../money/amount.ts';
import { feeOn } from '../money/rounding.ts';
import type { Exposure, PositionSide } from './contract.ts';
import { notionalOf } from './contract.ts';
import { DAY_MS } from '../time.ts';

/** The daily cost of the position's side as a fraction (10⁻⁸) of the notional; 0 or more. */
export function financingRate(
  terms: Pick<ContractTerms, 'financingLongRate' | 'financingShortRate'>,
  side: PositionSide,
): Amount {
  return side === 'long' ? terms.financingLongRate : terms.financingShortRate;
}

/**
 * Returns the charge for one midnight in USDT: the financing rate times the notional of the open quantity at the entry price
 * and the position's conversion rate, rounded up to 10⁻⁸. When the charge is settled, all of it is credited to the interest
 * account.
 */
export function financingADay(
  terms: Pick<ContractTerms, 'contractSize' | 'financingLongRate' | 'financingShortRate'>,
  exposure: Exposure,
): Amount {
  const { quantity, entryPrice, rate, side } = exposure;
  return feeOn(notionalOf(terms, { quantity, price: entryPrice, rate }), financingRate(terms, side));
}

/** Returns the first midnight UTC after an instant, both in milliseconds since 1970. For a midnight, this is the next one. */
export function nextMidnightMs(afterMs: number): number {
  return (Math.floor(afterMs / DAY_MS) + 1) * DAY_MS;
}

/** Returns the number of midnights UTC after `fromMs`, up to and including `toMs`; 0 if `toMs` is not later. */
export function midnightsPassed(fromMs: number, toMs: number): number {
  return Math.max(0, Math.floor(toMs / DAY_MS) - Math.floor(fromMs / DAY_MS));
}
