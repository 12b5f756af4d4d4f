/** For tests of rules that ask nothing of what customers share: the facts that they never read. */
import type { Facts } from '../command.ts';

export const unshared: Pick<Facts, 'houseUpTo' | 'tally' | 'countAlone'> = {
  houseUpTo: () => 0n,
  tally: () => ({ value: 0n, raised: 0n }),
  countAlone: () => undefined,
};
