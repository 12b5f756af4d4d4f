/** This feature's registration with the app. */
import type { WebFeature } from '../../platform/feature.ts';
import { of } from '../../platform/lazy-screen.ts';
import { customers } from '../../platform/screen-row.ts';
import type texts from './messages/en.json';

export const portfolio: WebFeature<typeof texts> = {
  // One row per line.
  // oxfmt-ignore
  screens: [
    customers('portfolio', '/pages/me/portfolio', of(() => import('./portfolio-screen.tsx'), 'PortfolioScreen')),
  ],
};
