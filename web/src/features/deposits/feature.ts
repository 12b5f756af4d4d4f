/** What this feature adds to the app. */
import type { WebFeature } from '../../platform/feature.ts';
import { of } from '../../platform/lazy-screen.ts';
import { customers } from '../../platform/screen-row.ts';
import type texts from './messages/en.json';

export const deposits: WebFeature<typeof texts> = {
  // A row a line.
  // oxfmt-ignore
  screens: [
    customers('deposit', '/pages/order/charge', of(() => import('./deposit-screen.tsx'), 'DepositScreen')),
    customers('voucher', '/pages/uploadpayvoucher/index', of(() => import('./voucher-screen.tsx'), 'VoucherScreen')),
  ],
};
