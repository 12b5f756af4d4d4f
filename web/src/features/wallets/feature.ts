/** This feature's registration with the app. */
import type { WebFeature } from '../../platform/feature.ts';
import { of } from '../../platform/lazy-screen.ts';
import { customers } from '../../platform/screen-row.ts';
import type texts from './messages/en.json';

export const wallets: WebFeature<typeof texts> = {
  // One row per line.
  // oxfmt-ignore
  screens: [
    customers('wallets', '/pages/me/wallet', of(() => import('./wallets-screen.tsx'), 'WalletsScreen')),
    customers('records', '/pages/order/finance', of(() => import('./records-screen.tsx'), 'RecordsScreen')),
    customers('accumulated', '/pages/me/accumulated', of(() => import('./accumulated-screen.tsx'), 'AccumulatedScreen')),
  ],
};
