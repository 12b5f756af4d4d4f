/** The calls without which screens of this feature work, because they are for secondary content. */
import type { CallName } from '@candor/protocol/calls.ts';

export const doesWithout: Readonly<Record<string, readonly CallName[]>> = {
  // The device's own check of its claims runs again later.
  '/pages/me/priceTape': [
    'GET transparency/liability',
    'POST wallet/detail',
    'POST lever/my_trade',
    'POST lever/my_wh_trade',
  ],
};
