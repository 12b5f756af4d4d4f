/** This feature's registration with the app. */
import type { WebFeature } from '../../platform/feature.ts';
import { of } from '../../platform/lazy-screen.ts';
import { customers } from '../../platform/screen-row.ts';
import type texts from './messages/en.json';

export const statements: WebFeature<typeof texts> = {
  // One row per line.
  // oxfmt-ignore
  screens: [
    customers('statements', '/pages/me/statements', of(() => import('./statements-screen.tsx'), 'StatementsScreen')),
    customers('statement', '/pages/me/statement', of(() => import('./statement-screen.tsx'), 'StatementScreen')),
    customers('tax', '/pages/me/tax', of(() => import('./tax-screen.tsx'), 'TaxScreen')),
  ],
};
