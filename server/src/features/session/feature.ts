/** Login, logout and a customer's own profile. */
import { worth } from '@candor/domain/ledger/valuation.ts';
import { jurisdictionOf } from '../../identity/gates.ts';
import { readHoldings } from '../../ledger/statement.ts';
import { feature } from '../../platform/feature.ts';
import { sessionHandlers } from './handlers.ts';
import { DAY_MS } from '@candor/domain/time.ts';

export const sessionFeature = feature({
  name: 'session',
  serve: (platform) => ({
    calls: sessionHandlers({
      ...platform,
      worthOf: async (customer) => {
        const [holdings, openProfit] = await Promise.all([
          readHoldings(platform.pool, customer),
          platform.openProfitOf(customer),
        ]);
        const held = worth(holdings, platform.bidOf);
        return { ...held, total: held.total + openProfit };
      },
      incomeOf: (book) => platform.results.of({ book, dayStartMs: startOfDay(platform.marketNow()) }),
      jurisdictionOf: (customer) => jurisdictionOf(customer, platform.jurisdictions),
    }),
  }),
});

function startOfDay(ms: number): number {
  return ms - (ms % DAY_MS);
}
