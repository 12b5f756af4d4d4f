/** Login, logout and a customer's own profile. */
import { jurisdictionOf } from '../../identity/gates.ts';
import { feature } from '../../platform/feature.ts';
import { sessionHandlers } from './handlers.ts';
import { DAY_MS } from '@candor/domain/time.ts';

export const sessionFeature = feature({
  name: 'session',
  serve: (platform) => ({
    calls: sessionHandlers({
      ...platform,
      incomeOf: (book) => platform.results.of({ book, dayStartMs: startOfDay(platform.marketNow()) }),
      jurisdictionOf: (customer) => jurisdictionOf(customer, platform.jurisdictions),
    }),
  }),
});

function startOfDay(ms: number): number {
  return ms - (ms % DAY_MS);
}
