/**
 * The confirmation that some calls need in addition to the token or password. The refusal `confirmation_needed` names the
 * accepted kinds.
 */
import * as v from 'valibot';
import { text } from './fields.ts';

/** Six digits from the authenticator, or a recovery code. */
const totp = v.optional(text(40));
/** A WebAuthn response, in the browser's JSON encoding. */
const passkey = v.optional(text(8192));
/** Signed with the browser wallet: a message with a nonce (EIP-4361) and its signature. */
export const walletMessage = text(4096);
export const walletSign = v.pipe(v.string(), v.maxLength(200));

export const secondFactor = { totp, passkey };

export const confirmation = {
  ...secondFactor,
  current_password: v.optional(text(256)),
  message: v.optional(walletMessage),
  sign: v.optional(walletSign),
};

/** The kinds of confirmation, as `confirmation_needed` lists them in `kinds`, separated by spaces. */
export const confirmationKinds = ['totp', 'passkey', 'password', 'wallet'] as const;
export type ConfirmationKind = (typeof confirmationKinds)[number];

export const confirmationRefusals = [
  'confirmation_needed',
  'confirmation_wrong',
  'too_many_attempts',
  'reset_needed',
] as const;
