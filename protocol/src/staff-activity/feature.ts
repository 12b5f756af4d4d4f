/** The protocol definitions for staff activity, exported under the names that `features.ts` expects. */
export { actsCalls as calls } from './calls.ts';

export const topics = ['acts'] as const;
