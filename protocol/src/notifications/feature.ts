/** What notifications adds to the protocol, under the names by which `features.ts` puts the parts of all features together. */
export { notificationsCalls as calls } from './calls.ts';

export const topics = ['messages'] as const;
