/** The protocol definitions for fixed-time options, exported under the names that `features.ts` expects. */
export { optionsCalls as calls } from './calls.ts';
export { optionsNotices as notices } from './notices.ts';
export { optionsRefusals as refusals } from './refusals.ts';

export const topics = ['tickets'] as const;

export const noticeTopics = { options: { in_app: 'usually', email: 'on demand', push: 'usually' } } as const;
