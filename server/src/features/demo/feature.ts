/** What a demo has besides: its example accounts, and a clock that can be set forward. */
import { feature } from '../../platform/feature.ts';
import { clockConsoleHandlers } from './clock.ts';
import { exampleOperators } from './example-operators.ts';
import { demoHandlers } from './handlers.ts';
import { demoCustomers } from './seed.ts';

/** The names of what belongs to everybody. */
export const exampleAccounts = demoCustomers.map(({ account }) => account);

export const demoFeature = feature({
  name: 'demo',
  serve: (platform) => ({
    calls: demoHandlers(),
    consoleCalls: { ...clockConsoleHandlers(platform), ...exampleOperators(platform) },
  }),
});
