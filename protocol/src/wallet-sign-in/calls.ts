/** API calls for logging in with a browser wallet. */
import * as wallet from './schemas.ts';
import * as session from '../session/schemas.ts';
import { none } from '../fields.ts';
import { confirmationRefusals } from '../confirmation.ts';
import { call } from '../call.ts';

export const walletSignInCalls = {
  'GET user/nonce': call({
    who: 'visitor',
    summary: 'What a browser wallet has to sign; the nonce is good once, for five minutes.',
    input: none,
    output: wallet.nonceOutput,
    refusals: [],
    idempotent: false,
  }),
  'POST user/addressreg': call({
    who: 'visitor',
    summary:
      'Signs in, or up, with a browser wallet’s signature of a message over a nonce (EIP-4361); answers a token.',
    input: wallet.addressRegisterInput,
    output: session.token,
    refusals: ['wallet_proof_wrong', 'invite_code_wrong', ...confirmationRefusals],
    cost: 10,
    idempotent: false,
  }),
};
