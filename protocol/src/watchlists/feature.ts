/** The protocol definitions for watchlists, exported under the names that `features.ts` expects. */
export { watchlistsCalls as calls } from './calls.ts';
export { watchlistsRefusals as refusals } from './refusals.ts';

export const topics = ['watchlists'] as const;
