/** What wallets adds to the protocol, under the names by which `features.ts` puts the parts of all features together. */
export { walletsCalls as calls } from './calls.ts';
export { walletsRefusals as refusals } from './refusals.ts';

/** What is in the wallets, and what is worked out of it; what everything was worth day by day no single change is worth reading anew for. */
export const topics = ['wallets', 'worth'] as const;
