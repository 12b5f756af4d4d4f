/** The calls without which screens of this feature work, because they are for secondary content. */
import type { CallName } from '@candor/protocol/calls.ts';

export const doesWithout: Readonly<Record<string, readonly CallName[]>> = {
  // The cost of coins is secondary: the wallets are complete without it.
  '/pages/me/wallet': ['GET statement/holdings'],
};
