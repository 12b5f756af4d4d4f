/** The protocol definitions for wallet login, exported under the names that `features.ts` expects. */
export { walletSignInCalls as calls } from './calls.ts';
export { walletSignInRefusals as refusals } from './refusals.ts';
