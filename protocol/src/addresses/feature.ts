/** What addresses adds to the protocol, under the names by which `features.ts` puts the parts of all features together. */
export { addressesCalls as calls } from './calls.ts';
export { addressesNotices as notices } from './notices.ts';
export { addressesRefusals as refusals } from './refusals.ts';

export const topics = ['addresses'] as const;
