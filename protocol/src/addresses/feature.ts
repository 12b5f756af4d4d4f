/** The protocol definitions for withdrawal addresses, exported under the names that `features.ts` expects. */
export { addressesCalls as calls } from './calls.ts';
export { addressesNotices as notices } from './notices.ts';
export { addressesRefusals as refusals } from './refusals.ts';

export const topics = ['addresses'] as const;
