/** The protocol parts of wallet login, exported under the names that `features.ts` collects. */
export { walletSignInCalls as calls } from './calls.ts';
export { walletSignInRefusals as refusals } from './refusals.ts';
