/** Preset levels at a distance in per cent, and the check whether a stop can be reached before liquidation. Pure. */
import type { Amount } from '@candor/domain/money/amount.ts';
import { mulDivDown } from '@candor/domain/money/rounding.ts';
import type { PositionSide } from '@candor/domain/trading/contract.ts';

export const levelPercents = [1, 2, 5] as const;

export type LevelName = 'takeProfit' | 'stop' | 'trailing';

/**
 * Returns the level at a percentage from a price, on the side that the level requires and on a tick; for the trailing distance,
 * returns the distance.
 */
export function levelAt(
  name: LevelName,
  percent: number,
  { side, from, tickSize }: { readonly side: PositionSide; readonly from: Amount; readonly tickSize: Amount },
): Amount {
  const distance = mulDivDown(mulDivDown(from, BigInt(percent), 100n), 1n, tickSize) * tickSize;
  if (name === 'trailing') return distance;
  const isAbove = (name === 'takeProfit') === (side === 'long');
  return isAbove ? from + distance : from - distance;
}

/** Whether the position would be liquidated before the price reaches its stop. */
export function isBehindCloseOut(side: PositionSide, stop: Amount, closeOut: Amount | null): boolean {
  if (closeOut === null) return false;
  return side === 'long' ? stop <= closeOut : stop >= closeOut;
}
