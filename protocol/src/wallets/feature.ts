/** The protocol parts of wallets, exported under the names that `features.ts` collects. */
export { walletsCalls as calls } from './calls.ts';
export { walletsRefusals as refusals } from './refusals.ts';

/**
 * The balances, and what is computed from them. The daily totals have a separate topic, because no single change is worth
 * refetching them.
 */
export const topics = ['wallets', 'worth'] as const;
