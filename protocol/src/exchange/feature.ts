/** The protocol definitions for currency exchange, exported under the names that `features.ts` expects. */
export { exchangeCalls as calls } from './calls.ts';
export { exchangeRefusals as refusals } from './refusals.ts';
export { exchangeSuccesses as successes } from './successes.ts';

export const topics = ['exchanges'] as const;
