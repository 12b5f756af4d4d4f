/** The lengths of the days' bars, relative to the day with the largest gain or loss. Pure. */
import { amount } from '@candor/domain/money/amount.ts';

const WHOLE = 100n;

function size(net: string): bigint {
  const value = amount(net);
  return value < 0n ? -value : value;
}

/** Returns the length of each day's bar in per cent of the longest bar. Every value other than zero has a visible bar. */
export function dayShares(nets: readonly string[]): readonly number[] {
  const sizes = nets.map(size);
  const longest = sizes.reduce((most, one) => (one > most ? one : most), 0n);
  return sizes.map((one) => {
    if (one === 0n) return 0;
    const percent = (one * WHOLE) / longest;
    return percent === 0n ? 1 : Number(percent);
  });
}
