/** The worst price at which a market order may fill, because the price may move before the order arrives. */
import type { Amount } from '@candor/domain/money/amount.ts';
import { ONE } from '@candor/domain/money/amount.ts';
import { floorToStep, mulDivDown } from '@candor/domain/money/rounding.ts';
import type { Side } from '@candor/domain/trading/spot.ts';

/** The maximum deviation from the displayed price, as a fraction. */
export const worstRate: Amount = 500_000n;

/** Returns the worst accepted price, rounded to a tick within the maximum deviation. */
export function worstPrice(side: Side, price: Amount, tickSize: Amount): Amount {
  const slack = mulDivDown(price, worstRate, ONE);
  if (side === 'buy') return floorToStep(price + slack, tickSize);
  const lowest = price - slack;
  const rest = lowest % tickSize;
  return rest === 0n ? lowest : lowest - rest + tickSize;
}
