/** This feature's registration with the app. */
import type { WebFeature } from '../../platform/feature.ts';
import { of } from '../../platform/lazy-screen.ts';
import { anybody, customers } from '../../platform/screen-row.ts';
import type texts from './messages/en.json';

export const settings: WebFeature<typeof texts> = {
  // One row per line.
  // oxfmt-ignore
  screens: [
    customers('member', '/pages/me/member', of(() => import('./member-screen.tsx'), 'MemberScreen')),
    customers('credit', '/pages/me/credit', of(() => import('./credit-screen.tsx'), 'CreditScreen')),
    customers('notices', '/pages/me/notifications', of(() => import('./notices-screen.tsx'), 'NoticesScreen')),
    anybody('valuation', '/pages/me/valuation', of(() => import('./valuation-screen.tsx'), 'ValuationScreen')),
    customers('ownData', '/pages/me/data', of(() => import('./data-screen.tsx'), 'DataScreen')),
    customers('closeAccount', '/pages/me/close', of(() => import('./close-screen.tsx'), 'CloseScreen')),
  ],
};
