/** Prices of lines that are dragged. Pure. */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';

/** Returns the price at a pixel, as the nearest multiple of the instrument's tick, and at least one tick. */
export function snapped(level: number, tickSize: string): string | undefined {
  if (!Number.isFinite(level)) return undefined;
  const tick = amount(tickSize);
  const at = amount(Math.max(level, 0).toFixed(8));
  const nearest = ((at + tick / 2n) / tick) * tick;
  return formatAmount(nearest < tick ? tick : nearest);
}
