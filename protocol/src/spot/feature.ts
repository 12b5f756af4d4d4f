/** The protocol definitions for spot trading, exported under the names that `features.ts` expects. */
export { spotCalls as calls } from './calls.ts';
export { spotRefusals as refusals } from './refusals.ts';
export { spotSuccesses as successes } from './successes.ts';

export const topics = ['spot orders'] as const;

/** Only the app shows messages about orders. */
export const noticeTopics = { orders: { in_app: 'usually' } } as const;
