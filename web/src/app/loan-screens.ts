/** The screens of loans, as rows of the table of screens. */
import { lazyScreen } from './lazy-screen.ts';
import type { ScreenRow } from './screen-row.ts';

export const loanScreens: readonly ScreenRow[] = [
  {
    paths: ['/pages/loan/index'],
    title: 'loan',
    needsLogin: true,
    screen: lazyScreen(() => import('../features/loans/loan-screen.tsx').then((file) => file.LoanScreen)),
  },
  {
    paths: ['/pages/loan/order'],
    title: 'loans',
    needsLogin: true,
    screen: lazyScreen(() => import('../features/loans/loans-screen.tsx').then((file) => file.LoansScreen)),
  },
  {
    paths: ['/pages/news/jkxy'],
    title: 'loanAgreement',
    screen: lazyScreen(() =>
      import('../features/loans/agreement-screen.tsx').then((file) => file.AgreementScreen),
    ),
  },
];
