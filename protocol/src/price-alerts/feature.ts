/** The protocol definitions for price alerts, exported under the names that `features.ts` expects. */
export { priceAlertsCalls as calls } from './calls.ts';
export { priceAlertsNotices as notices } from './notices.ts';
export { priceAlertsRefusals as refusals } from './refusals.ts';

export const topics = ['alerts'] as const;

export const noticeTopics = { price_alerts: { email: 'on demand', push: 'usually' } } as const;
