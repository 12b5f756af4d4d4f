/** Login with a browser wallet: a nonce, then a message that contains it (EIP-4361), with its signature. */
import * as v from 'valibot';
import { secondFactor, walletMessage, walletSign } from '../confirmation.ts';
import { seconds, text } from '../fields.ts';

/** Arbitrum One. */
export const WALLET_CHAIN_ID = 42_161;

/** Everything that the message must contain. The client formats it by EIP-4361. */
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
