/** The fund, and its orders. */
import type { ConsoleFeature } from '../../kit/console-feature.ts';
import { FundOrderCase } from './fund-order-case.tsx';
import { FundOrderList } from './fund-order-list.tsx';
import { FundPage } from './fund-page.tsx';

export const feature: ConsoleFeature = {
  places: [
    { path: '/fund_orders', at: 70, name: 'frame.place.fundOrders', needs: 'GET fund_orders', letter: 'u' },
    { path: '/fund', at: 100, name: 'frame.place.fund', needs: 'GET fund', letter: 'f' },
  ],
  lists: { fund_orders: FundOrderList },
  pages: { '/fund': FundPage },
  cases: { fund_order: FundOrderCase },
};
