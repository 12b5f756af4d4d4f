/** The protocol definitions for webhooks, exported under the names that `features.ts` expects. */
export { webhooksCalls as calls } from './calls.ts';
export { webhooksNotices as notices } from './notices.ts';
export { webhooksRefusals as refusals } from './refusals.ts';

export const topics = ['webhooks', 'webhook deliveries'] as const;
