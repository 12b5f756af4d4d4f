/** This feature's registration with the app. */
import { ChartNoAxesCombined } from 'lucide-react';
import type { WebFeature } from '../../platform/feature.ts';
import { of } from '../../platform/lazy-screen.ts';
import { anybody, customers } from '../../platform/screen-row.ts';
import type texts from './messages/en.json';

/** The row of a screen with two addresses. */
const fundScreen = of(() => import('./fund-screen.tsx'), 'FundScreen');

export const fund: WebFeature<typeof texts> = {
  // One row per line.
  // oxfmt-ignore
  screens: [
    anybody('fund', '/pages/strategy/index2', fundScreen, { icon: ChartNoAxesCombined, place: 3 }),
    anybody('fund', '/pages/arbitrage/index', fundScreen),
    customers('fundTier', '/pages/arbitrage/detail', of(() => import('./tier-screen.tsx'), 'TierScreen')),
    customers('fundOrders', ['/pages/order/strategy', '/pages/strategy/order', '/pages/arbitrage/order'], of(() => import('./orders-screen.tsx'), 'FundOrdersScreen')),
    anybody('fundStrategy', '/pages/strategy/index', of(() => import('./strategy-screen.tsx'), 'StrategyScreen')),
  ],
};
