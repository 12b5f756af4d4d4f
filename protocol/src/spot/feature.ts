/** The protocol definitions for spot trading, exported under the names that `features.ts` expects. */
export { spotCalls as calls } from './calls.ts';
export { spotNotices as notices } from './notices.ts';
export { spotRefusals as refusals } from './refusals.ts';
export { spotSuccesses as successes } from './successes.ts';

export const topics = ['spot orders'] as const;

/** Orders and positions. A customer who trades all day wants no mail for each fill, so mail is sent only on request. */
export const noticeTopics = {
  orders: { in_app: 'usually', email: 'on demand', push: 'usually' },
} as const;
