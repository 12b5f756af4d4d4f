/** What options adds to the protocol, under the names by which `features.ts` puts the parts of all features together. */
export { optionsCalls as calls } from './calls.ts';
export { optionsNotices as notices } from './notices.ts';
export { optionsRefusals as refusals } from './refusals.ts';

export const topics = ['tickets'] as const;

export const noticeTopics = { options: { in_app: 'usually', email: 'on demand', push: 'usually' } } as const;
