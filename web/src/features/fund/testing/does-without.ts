/** The calls without which screens of this feature work, because they are for secondary content. */
import type { CallName } from '@candor/protocol/calls.ts';

export const doesWithout: Readonly<Record<string, readonly CallName[]>> = {
  '/pages/arbitrage/detail': ['GET transparency/fund'],
  '/pages/arbitrage/index': ['GET lh/deposit/ordersum'],
  '/pages/strategy/index2': ['GET lh/deposit/ordersum'],
};
