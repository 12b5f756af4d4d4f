/** The protocol parts of the bank card, exported under the names that `features.ts` collects. */
export { bankCardCalls as calls } from './calls.ts';
export { bankCardNotices as notices } from './notices.ts';
export { bankCardRefusals as refusals } from './refusals.ts';

export const topics = ['bank card'] as const;
