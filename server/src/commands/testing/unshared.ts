/** Stubs for tests: facts that are never read by rules without shared counters and without the tape's past. */
import type { Facts } from '../command.ts';

export const unshared: Pick<Facts, 'houseUpTo' | 'tally' | 'countAlone' | 'seqBefore'> = {
  houseUpTo: () => 0n,
  tally: () => ({ value: 0n, raised: 0n }),
  countAlone: () => undefined,
  seqBefore: () => 0n,
};
