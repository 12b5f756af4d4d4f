/** What acts adds to the protocol, under the names by which `features.ts` puts the parts of all features together. */
export { actsCalls as calls } from './calls.ts';

export const topics = ['acts'] as const;
