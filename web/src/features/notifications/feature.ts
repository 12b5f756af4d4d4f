/** This feature's registration with the app. */
import type { WebFeature } from '../../platform/feature.ts';
import { of } from '../../platform/lazy-screen.ts';
import { customers } from '../../platform/screen-row.ts';
import type texts from './messages/en.json';

export const notifications: WebFeature<typeof texts> = {
  // One row per line.
  // oxfmt-ignore
  screens: [
    customers('messages', '/pages/me/messages', of(() => import('./messages-screen.tsx'), 'MessagesScreen')),
    customers('priceAlerts', '/pages/me/priceAlerts', of(() => import('./alerts-screen.tsx'), 'AlertsScreen')),
    customers('message', '/pages/news/msgdetail', of(() => import('./message-screen.tsx'), 'MessageScreen')),
  ],
};
