/** This feature's registration with the app. */
import type { WebFeature } from '../../platform/feature.ts';
import { of } from '../../platform/lazy-screen.ts';
import { anybody, customers } from '../../platform/screen-row.ts';
import type texts from './messages/en.json';

export const forex: WebFeature<typeof texts> = {
  // One row per line.
  // oxfmt-ignore
  screens: [
    anybody('forex', '/pages/walletrade/index', of(() => import('./forex-market-screen.tsx'), 'ForexMarketScreen')),
    anybody('conversionRates', '/pages/walletrade/rates', of(() => import('./conversion-rates-screen.tsx'), 'ConversionRatesScreen')),
    anybody('forex', '/pages/whdetail/index', of(() => import('./forex-detail-screen.tsx'), 'ForexDetailScreen')),
    customers('forexPositions', '/pages/whdetail/order', of(() => import('./forex-positions-screen.tsx'), 'ForexPositionsScreen')),
  ],
};
