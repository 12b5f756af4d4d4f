/** This feature's registration with the app. */
import type { WebFeature } from '../../platform/feature.ts';
import { of } from '../../platform/lazy-screen.ts';
import { customers } from '../../platform/screen-row.ts';
import type texts from './messages/en.json';

export const deposits: WebFeature<typeof texts> = {
  // One row per line.
  // oxfmt-ignore
  screens: [
    customers('deposit', '/pages/order/charge', of(() => import('./deposit-screen.tsx'), 'DepositScreen')),
    customers('voucher', '/pages/uploadpayvoucher/index', of(() => import('./voucher-screen.tsx'), 'VoucherScreen')),
  ],
};
