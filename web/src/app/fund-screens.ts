/** The screens of the hosting fund, as rows of the table of screens. */
import { ChartNoAxesCombined } from 'lucide-react';
import { lazyScreen } from './lazy-screen.ts';
import type { ScreenRow } from './screen-row.ts';

const fund = lazyScreen(() => import('../features/fund/fund-screen.tsx').then((file) => file.FundScreen));

export const fundScreens: readonly ScreenRow[] = [
  { paths: ['/pages/strategy/index2'], title: 'fund', tab: ChartNoAxesCombined, screen: fund },
  { paths: ['/pages/arbitrage/index'], title: 'fund', screen: fund },
  {
    paths: ['/pages/arbitrage/detail'],
    title: 'fundTier',
    needsLogin: true,
    screen: lazyScreen(() => import('../features/fund/tier-screen.tsx').then((file) => file.TierScreen)),
  },
  {
    paths: ['/pages/order/strategy', '/pages/strategy/order', '/pages/arbitrage/order'],
    title: 'fundOrders',
    needsLogin: true,
    screen: lazyScreen(() =>
      import('../features/fund/orders-screen.tsx').then((file) => file.FundOrdersScreen),
    ),
  },
  {
    paths: ['/pages/strategy/index'],
    title: 'fundStrategy',
    screen: lazyScreen(() =>
      import('../features/fund/strategy-screen.tsx').then((file) => file.StrategyScreen),
    ),
  },
];
