/** The protocol parts of market data, exported under the names that `features.ts` collects. */
export { marketCalls as calls } from './calls.ts';

/** What is offered for trading, until an event says that it changed. */
export const topics = ['offers'] as const;
