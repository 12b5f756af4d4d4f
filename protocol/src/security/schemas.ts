/** Account security: second factors, trading PIN, email, phone, sessions. */
import * as v from 'valibot';
import { confirmation, confirmationKinds } from '../confirmation.ts';
import { cursor, id, seconds, text } from '../fields.ts';

const code = v.pipe(v.string(), v.regex(/^\d{6}$/));
const tradingPassword = v.pipe(v.string(), v.regex(/^\d{6}$/));
const email = v.pipe(v.string(), v.maxLength(120), v.email());

/** The account's security settings. */
export const overview = v.object({
  /** The masked email address; null if there is none. */
  email: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  wallet_address: v.nullable(v.string()),
  has_password: v.boolean(),
  has_trading_password: v.boolean(),
  totp_enabled: v.boolean(),
  recovery_codes_left: v.number(),
  passkeys: v.number(),
  anti_phishing_word: v.nullable(v.string()),
  /** Withdrawals are held until this time because a security setting was changed. */
  withdrawals_held_until: v.nullable(seconds),
  /** The confirmations that a change of these settings currently accepts. */
  confirm_with: v.array(v.picklist(confirmationKinds)),
});

/**
 * `read` creates a new secret if no authenticator is set up; `bind` confirms the secret with a code; `renew_codes` creates new
 * recovery codes.
 */
export const googleInput = v.object({
  action: v.picklist(['read', 'bind', 'unbind', 'renew_codes']),
  code: v.optional(code),
  ...confirmation,
});
export const googleOutput = v.object({
  totp_enabled: v.boolean(),
  recovery_codes_left: v.number(),
  /** While no authenticator is set up: the secret in base 32, and the URI for its QR code. */
  secret: v.optional(v.string()),
  otpauth_url: v.optional(v.string()),
  /** The recovery codes, returned only when they are created. */
  recovery_codes: v.optional(v.array(v.string())),
});

export const passkeys = v.array(
  v.object({ id, name: v.string(), created_at: seconds, used_at: v.nullable(seconds) }),
);
/** The challenge that the browser has to sign. `allow` is empty if the browser finds the passkey itself. */
export const passkeyRequest = v.object({
  challenge: v.string(),
  rp_id: v.string(),
  timeout_ms: v.number(),
  allow: v.array(v.object({ id: v.string(), transports: v.array(v.string()) })),
});
export const passkeyCreation = v.object({
  challenge: v.string(),
  rp_id: v.string(),
  rp_name: v.string(),
  timeout_ms: v.number(),
  user_id: v.string(),
  user_name: v.string(),
  exclude: v.array(v.object({ id: v.string(), transports: v.array(v.string()) })),
});
export const passkeySignInInput = v.object({ passkey: text(8192) });
/** `created` is the new passkey; `passkey`, if given, is the one that confirms the call. */
export const passkeyAddInput = v.object({ created: text(16_384), name: text(40), ...confirmation });
export const passkeyRemoveInput = v.object({ id, ...confirmation });

/** With `current`, changes the PIN; without it, a code sent to the stored email resets it. */
export const tradingPasswordInput = v.object({
  password: tradingPassword,
  re_password: tradingPassword,
  current: v.optional(tradingPassword),
  code: v.optional(code),
  ...confirmation,
});

export const emailInput = v.object({ email, code, ...confirmation });
export const areaCodes = v.array(v.object({ country: v.string(), area_code: v.string() }));
const phoneFields = {
  /** The country calling code without the plus sign, for example "44". */
  area_code: v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}$/)),
  phone: v.pipe(v.string(), v.regex(/^\d{4,14}$/)),
};
export const phoneCodeInput = v.object(phoneFields);
export const phoneInput = v.object({ ...phoneFields, code, ...confirmation });

/** Up to 20 characters, without leading or trailing spaces; empty to remove the phrase. */
export const antiPhishingInput = v.object({
  word: v.pipe(v.string(), v.regex(/^(?:[\p{L}\p{N}](?:[\p{L}\p{N} ._-]{0,18}[\p{L}\p{N}])?)?$/u)),
  ...confirmation,
});

const device = { browser: v.string(), system: v.string(), address: v.string() };
export const sessions = v.array(
  v.object({ id, ...device, created_at: seconds, seen_at: seconds, current: v.boolean() }),
);
/** The session to end; if absent, all except the requesting one. */
export const endSessionInput = v.object({ id: v.optional(id) });

export const securityEventKinds = [
  'registered',
  'login',
  'login_failed',
  'logout',
  'session_ended',
  'password_changed',
  'password_reset',
  'totp_bound',
  'totp_unbound',
  'totp_reused',
  'recovery_codes_renewed',
  'recovery_code_used',
  'passkey_added',
  'passkey_removed',
  'trading_password_set',
  'trading_password_changed',
  'trading_password_reset',
  'email_bound',
  'email_changed',
  'phone_bound',
  'phone_changed',
  'anti_phishing_changed',
  'bank_card_bound',
  'bank_card_changed',
  'verification_submitted',
  'guesses_locked',
  'frozen',
  'locked',
  'released',
  'data_exported',
  'factor_reset',
  'address_added',
  'address_deleted',
] as const;
export const loginsInput = v.object({ cursor: v.optional(cursor) });
export const logins = v.object({
  items: v.array(v.object({ id, kind: v.picklist(securityEventKinds), time: seconds, ...device })),
  next: v.nullable(v.string()),
});

/** Mail that a demo stores instead of sending it; newest first. */
export const ownMail = v.array(v.object({ id, subject: v.string(), text: v.string(), sent_at: seconds }));
