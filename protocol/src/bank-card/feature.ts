/** The protocol definitions for the bank card, exported under the names that `features.ts` expects. */
export { bankCardCalls as calls } from './calls.ts';
export { bankCardNotices as notices } from './notices.ts';
export { bankCardRefusals as refusals } from './refusals.ts';

export const topics = ['bank card'] as const;
