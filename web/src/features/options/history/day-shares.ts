/** The length of a day's bar, against the day that moved most. Gains and losses share one scale. Pure. */
import { amount } from '@candor/domain/money/amount.ts';

const WHOLE = 100n;

function size(net: string): bigint {
  const value = amount(net);
  return value < 0n ? -value : value;
}

/** Per cent of the longest bar for each net; what is not nought keeps a visible trace. */
export function dayShares(nets: readonly string[]): readonly number[] {
  const sizes = nets.map(size);
  const longest = sizes.reduce((most, one) => (one > most ? one : most), 0n);
  return sizes.map((one) => {
    if (one === 0n) return 0;
    const percent = (one * WHOLE) / longest;
    return percent === 0n ? 1 : Number(percent);
  });
}
