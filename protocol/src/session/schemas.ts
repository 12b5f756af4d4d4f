/** A customer's profile, and the session token. */
import * as v from 'valibot';
import { languages } from '../languages.ts';
import { confirmation, secondFactor } from '../confirmation.ts';
import { jurisdiction } from '../own-limits/schemas.ts';
import { standingReasons } from '../standing/schemas.ts';
import { decimalOut, id, seconds, text } from '../fields.ts';

const password = v.pipe(v.string(), v.minLength(1), v.maxLength(256));

export const loginInput = v.object({ account: text(120), password, ...secondFactor });
export const token = v.string();

export const registerInput = v.object({
  account: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.-]{3,32}$/)),
  email: v.pipe(v.string(), v.maxLength(120), v.email()),
  /** Six digits, or the code in a mailed link. */
  code: v.pipe(v.string(), v.regex(/^(?:\d{6}|[A-Za-z0-9_-]{22})$/)),
  password,
  re_password: password,
  invite_code: text(20),
  /** YYYY-MM-DD */
  birth_date: v.pipe(v.string(), v.isoDate()),
});

/**
 * The only purpose for which the code is valid. If absent, the purpose is `reset` if an account has the address, otherwise
 * `register`.
 */
export const mailCodeInput = v.object({
  email: v.pipe(v.string(), v.maxLength(120), v.email()),
  purpose: v.optional(v.picklist(['register', 'reset', 'contact', 'trading_password'])),
});
/** The code, which a demo returns instead of mailing it; absent in live mode. */
export const mailCodeOutput = v.object({ code: v.optional(v.string()) });

export const forgetInput = v.object({
  email: v.pipe(v.string(), v.maxLength(120), v.email()),
  /** The six digits, or the `link` from the same mail. */
  code: v.pipe(v.string(), v.regex(/^(?:\d{6}|[A-Za-z0-9_-]{22})$/)),
  password,
  re_password: password,
  ...secondFactor,
});

/** The old password, which is required unless the customer logs in with a wallet and has no password yet. */
export const updatePasswordInput = v.object({
  old_password: v.optional(password),
  password,
  re_password: password,
  ...secondFactor,
  message: confirmation.message,
  sign: confirmation.sign,
});

export const userInfo = v.object({
  id,
  account: v.string(),
  /** The masked address, "l***@example.com"; null for a customer who logs in with a wallet and has no email. */
  email: v.nullable(v.string()),
  wallet_address: v.nullable(v.string()),
  status: v.picklist(['active', 'frozen']),
  /** Why the account is frozen; null if it is not frozen. */
  standing_reason: v.nullable(v.picklist(standingReasons)),
  /** The country of the verified document. */
  country: v.nullable(v.string()),
  jurisdiction,
  invite_code: v.string(),
  credit_score: v.number(),
  kyc_status: v.picklist(['not_started', 'under_review', 'approved', 'rejected']),
  lever_enabled: v.boolean(),
  has_trading_password: v.boolean(),
  totp_enabled: v.boolean(),
  registered_at: seconds,
  language: v.picklist(languages),
  /** The value in USDT of all balances, and of the available part. */
  account_balance: decimalOut,
  available_balance: decimalOut,
  experience_balance: decimalOut,
  /** Results of options and leveraged trading with the customer's own money, in USDT; negative for a loss. */
  cumulative_income: decimalOut,
  today_income: decimalOut,
});

export const setLanguageInput = v.object({ language: v.picklist(languages) });
