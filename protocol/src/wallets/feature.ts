/** The protocol definitions for wallets, exported under the names that `features.ts` expects. */
export { walletsCalls as calls } from './calls.ts';
export { walletsRefusals as refusals } from './refusals.ts';

/**
 * The topics of balances and of figures computed from them. Daily totals have a separate topic, so that they are not refetched
 * on every change of a balance.
 */
export const topics = ['wallets', 'worth'] as const;
