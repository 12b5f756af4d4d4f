/** The protocol definitions for notifications, exported under the names that `features.ts` expects. */
export { notificationsCalls as calls } from './calls.ts';

export const topics = ['messages'] as const;
