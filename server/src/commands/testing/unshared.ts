/** For tests of rules that ask nothing of what customers share, nor of the tape's past: the facts that they never read. */
import type { Facts } from '../command.ts';

export const unshared: Pick<Facts, 'houseUpTo' | 'tally' | 'countAlone' | 'seqBefore'> = {
  houseUpTo: () => 0n,
  tally: () => ({ value: 0n, raised: 0n }),
  countAlone: () => undefined,
  seqBefore: () => 0n,
};
