/** This feature's registration with the app. */
import type { WebFeature } from '../../platform/feature.ts';
import { of } from '../../platform/lazy-screen.ts';
import { anybody, customers } from '../../platform/screen-row.ts';
import type texts from './messages/en.json';

export const spot: WebFeature<typeof texts> = {
  // One row per line.
  // oxfmt-ignore
  screens: [
    customers('orders', '/pages/order/trade', of(() => import('./orders-screen.tsx'), 'OrdersScreen')),
    anybody('convert', '/pages/order/convert', of(() => import('./convert-screen.tsx'), 'ConvertScreen')),
  ],
};
