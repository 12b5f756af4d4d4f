/** What spot adds to the protocol, under the names by which `features.ts` puts the parts of all features together. */
export { spotCalls as calls } from './calls.ts';
export { spotRefusals as refusals } from './refusals.ts';
export { spotSuccesses as successes } from './successes.ts';

export const topics = ['spot orders'] as const;

/** What the app alone says of orders. */
export const noticeTopics = { orders: { in_app: 'usually' } } as const;
