/** The protocol parts of staff activity, exported under the names that `features.ts` collects. */
export { actsCalls as calls } from './calls.ts';

export const topics = ['acts'] as const;
