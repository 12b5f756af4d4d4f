/** What price alerts adds to the protocol, under the names by which `features.ts` puts the parts of all features together. */
export { priceAlertsCalls as calls } from './calls.ts';
export { priceAlertsNotices as notices } from './notices.ts';
export { priceAlertsRefusals as refusals } from './refusals.ts';

export const topics = ['alerts'] as const;

export const noticeTopics = { price_alerts: { email: 'on demand', push: 'usually' } } as const;
