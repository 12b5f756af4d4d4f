/** What exchange adds to the protocol, under the names by which `features.ts` puts the parts of all features together. */
export { exchangeCalls as calls } from './calls.ts';
export { exchangeRefusals as refusals } from './refusals.ts';
export { exchangeSuccesses as successes } from './successes.ts';

export const topics = ['exchanges'] as const;
