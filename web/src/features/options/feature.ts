/** This feature's registration with the app. */
import type { WebFeature } from '../../platform/feature.ts';
import { of } from '../../platform/lazy-screen.ts';
import { customers } from '../../platform/screen-row.ts';
import type texts from './messages/en.json';

export const options: WebFeature<typeof texts> = {
  // One row per line.
  // oxfmt-ignore
  screens: [
    customers('tickets', '/pages/order/option', of(() => import('./tickets-screen.tsx'), 'TicketsScreen')),
    customers('forexTickets', '/pages/whdetail/secOrder', of(() => import('./forex-tickets-screen.tsx'), 'ForexTicketsScreen')),
  ],
};
