/** API calls for logging in with a browser wallet. */
import * as wallet from './schemas.ts';
import * as session from '../session/schemas.ts';
import { none } from '../fields.ts';
import { confirmationRefusals } from '../confirmation.ts';
import { call } from '../call.ts';

export const walletSignInCalls = {
  'GET user/nonce': call({
    who: 'visitor',
    reference: { section: 'Signing in', title: 'Get a nonce for a browser wallet' },
    summary: 'A nonce for a browser wallet to sign. It is valid once, for five minutes.',
    input: none,
    output: wallet.nonceOutput,
    refusals: [],
    idempotent: false,
  }),
  'POST user/addressreg': call({
    who: 'visitor',
    reference: { section: 'Signing in', title: 'Log in with a browser wallet' },
    summary:
      'Logs in or registers with a browser wallet’s signature over a message with a nonce (EIP-4361), and returns a session token.',
    input: wallet.addressRegisterInput,
    output: session.token,
    refusals: ['wallet_proof_wrong', 'invite_code_wrong', ...confirmationRefusals],
    cost: 10,
    idempotent: false,
    twice: 'its nonce is used up',
  }),
};
