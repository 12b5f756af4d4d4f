/** The protocol definitions for API keys, exported under the names that `features.ts` expects. */
export { apiKeysCalls as calls } from './calls.ts';
export { apiKeysNotices as notices } from './notices.ts';
export { apiKeysRefusals as refusals } from './refusals.ts';

export const topics = ['api keys', 'waiting orders'] as const;

export const noticeTopics = { api_keys: { email: 'usually', push: 'usually' } } as const;
