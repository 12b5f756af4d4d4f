/** What wallet sign in adds to the protocol, under the names by which `features.ts` puts the parts of all features together. */
export { walletSignInCalls as calls } from './calls.ts';
export { walletSignInRefusals as refusals } from './refusals.ts';
