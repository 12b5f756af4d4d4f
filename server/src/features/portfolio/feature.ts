/** A customer's total value, its composition, and its performance. All use the same valuation function. */
import { ok } from '@candor/domain/outcome.ts';
import type { Handlers } from '../../calls/handler.ts';
import { feature } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import { DayBids } from '../../quotes/day-bids.ts';
import { readFlows } from '../../worth/flows.ts';
import { limits } from './limits.ts';
import { historyView, valueView } from './view.ts';

type PortfolioCall = 'GET portfolio/value' | 'GET portfolio/history';
type PortfolioDeps = Pick<Platform, 'pool' | 'marketNow' | 'worthOf' | 'valueHistory'>;

function portfolioHandlers(deps: PortfolioDeps): Pick<Handlers, PortfolioCall> {
  const { pool, marketNow } = deps;
  const dayBids = new DayBids({ pool, keptMax: limits.bidsMax });
  return {
    'GET portfolio/value': async (_, { customer }) => ok(valueView(await deps.worthOf(customer))),
    'GET portfolio/history': async (_, { customer }) => {
      const [values, flows] = await Promise.all([
        deps.valueHistory(customer, limits.daysMax),
        readFlows({ pool, dayBids }, { book: customer, nowMs: marketNow(), max: limits.flowsMax }),
      ]);
      return ok(historyView(values, flows));
    },
  };
}

export const portfolioFeature = feature({
  name: 'portfolio',
  serve: (platform) => ({ calls: portfolioHandlers(platform) }),
});
