/** What proves, besides the token or the password, that the customer is there. Which is needed, `confirmation_needed` says. */
import * as v from 'valibot';
import { text } from './fields.ts';

/** Six digits of the authenticator, or a recovery code. */
const totp = v.optional(text(40));
/** An answer of WebAuthn, as the JSON that the browser makes of it. */
const passkey = v.optional(text(8192));
/** Of the browser wallet: a message over a nonce (EIP-4361) and its signature. */
export const walletMessage = text(4096);
export const walletSign = v.pipe(v.string(), v.maxLength(200));

export const secondFactor = { totp, passkey };

export const confirmation = {
  ...secondFactor,
  current_password: v.optional(text(256)),
  message: v.optional(walletMessage),
  sign: v.optional(walletSign),
};

/** The ways to confirm, as `confirmation_needed` names them in `kinds`, separated by spaces. */
export const confirmationKinds = ['totp', 'passkey', 'password', 'wallet'] as const;
export type ConfirmationKind = (typeof confirmationKinds)[number];

/** What any call that asks for a confirmation may answer. */
export const confirmationRefusals = [
  'confirmation_needed',
  'confirmation_wrong',
  'too_many_attempts',
  'reset_needed',
] as const;
