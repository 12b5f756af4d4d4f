/** What market adds to the protocol, under the names by which `features.ts` puts the parts of all features together. */
export { marketCalls as calls } from './calls.ts';

/** What trades are offered at, until it is said that this has changed. */
export const topics = ['offers'] as const;
