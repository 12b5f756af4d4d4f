/**
 * Login with a browser wallet: the server issues a nonce, and the client sends a signed message (EIP-4361) that contains the
 * nonce.
 */
import * as v from 'valibot';
import { secondFactor, walletMessage, walletSign } from '../confirmation.ts';
import { seconds, text } from '../fields.ts';

/** The chain id of Arbitrum One. */
export const WALLET_CHAIN_ID = 42_161;

/** The fields of the message, which the client formats by EIP-4361. */
export const nonceOutput = v.object({
  nonce: v.string(),
  domain: v.string(),
  uri: v.string(),
  chain_id: v.literal(WALLET_CHAIN_ID),
  statement: v.string(),
  issued_at: seconds,
  expires_at: seconds,
});

export const addressRegisterInput = v.object({
  address: v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/)),
  message: walletMessage,
  sign: walletSign,
  invite_code: v.optional(text(20)),
  ...secondFactor,
});
