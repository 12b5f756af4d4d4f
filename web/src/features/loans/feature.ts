/** This feature's registration with the app. */
import type { WebFeature } from '../../platform/feature.ts';
import { of } from '../../platform/lazy-screen.ts';
import { anybody, customers } from '../../platform/screen-row.ts';
import type texts from './messages/en.json';

export const loans: WebFeature<typeof texts> = {
  // One row per line.
  // oxfmt-ignore
  screens: [
    customers('loan', '/pages/loan/index', of(() => import('./loan-screen.tsx'), 'LoanScreen')),
    customers('loans', '/pages/loan/order', of(() => import('./loans-screen.tsx'), 'LoansScreen')),
    anybody('loanAgreement', '/pages/news/jkxy', of(() => import('./agreement-screen.tsx'), 'AgreementScreen')),
  ],
};
