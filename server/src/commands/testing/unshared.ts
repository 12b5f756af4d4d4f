/** The facts that are never read by rules which use neither shared counters nor the tape's past. For tests. */
import type { Facts } from '../command.ts';

export const unshared: Pick<Facts, 'houseUpTo' | 'tally' | 'countAlone' | 'seqBefore'> = {
  houseUpTo: () => 0n,
  tally: () => ({ value: 0n, raised: 0n }),
  countAlone: () => undefined,
  seqBefore: () => 0n,
};
