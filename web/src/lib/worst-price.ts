/** The worst price at which a market order may still fill: what is shown may have moved by the time it arrives. */
import type { Amount } from '@candor/domain/money/amount.ts';
import { ONE } from '@candor/domain/money/amount.ts';
import { floorToStep, mulDivDown } from '@candor/domain/money/rounding.ts';
import type { Side } from '@candor/domain/trading/spot.ts';

/** How much worse than shown a market order may fill: 0.5%. */
export const worstRate: Amount = 500_000n;

/** The worst price accepted, on a tick and never more than the rate away. */
export function worstPrice(side: Side, price: Amount, tickSize: Amount): Amount {
  const slack = mulDivDown(price, worstRate, ONE);
  if (side === 'buy') return floorToStep(price + slack, tickSize);
  const lowest = price - slack;
  const rest = lowest % tickSize;
  return rest === 0n ? lowest : lowest - rest + tickSize;
}
