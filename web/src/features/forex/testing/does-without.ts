/** The calls without which screens of this feature work, because they are for secondary content. */
import type { CallName } from '@candor/protocol/calls.ts';

export const doesWithout: Readonly<Record<string, readonly CallName[]>> = {
  '/pages/whdetail/index': [
    'GET currency/whkdata',
    'GET currency/whtrade',
    'GET price_alerts',
    'POST lever/my_wh_trade',
  ],
  '/pages/whdetail/order': ['POST lever/deal'],
};
