/** The protocol definitions for market data, exported under the names that `features.ts` expects. */
export { marketCalls as calls } from './calls.ts';

/** The instruments offered for trading. An event reports a change. */
export const topics = ['offers'] as const;
