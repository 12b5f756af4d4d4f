/** What bank card adds to the protocol, under the names by which `features.ts` puts the parts of all features together. */
export { bankCardCalls as calls } from './calls.ts';
export { bankCardNotices as notices } from './notices.ts';
export { bankCardRefusals as refusals } from './refusals.ts';

export const topics = ['bank card'] as const;
