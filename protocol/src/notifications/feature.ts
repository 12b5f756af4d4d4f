/** The protocol parts of notifications, exported under the names that `features.ts` collects. */
export { notificationsCalls as calls } from './calls.ts';

export const topics = ['messages'] as const;
