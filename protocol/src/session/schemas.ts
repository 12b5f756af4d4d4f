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
  /** Six digits, or the code of the mailed link. */
  code: v.pipe(v.string(), v.regex(/^(?:\d{6}|[A-Za-z0-9_-]{22})$/)),
  password,
  re_password: password,
  invite_code: text(20),
  /** YYYY-MM-DD */
  birth_date: v.pipe(v.string(), v.isoDate()),
});

/** A code is valid only for its purpose; without one, for what the address can still do: register or reset. */
export const mailCodeInput = v.object({
  email: v.pipe(v.string(), v.maxLength(120), v.email()),
  purpose: v.optional(v.picklist(['register', 'reset', 'contact', 'trading_password'])),
});
/** Empty in live mode; a demo returns the code instead of mailing it. */
export const mailCodeOutput = v.object({ code: v.optional(v.string()) });

export const forgetInput = v.object({
  email: v.pipe(v.string(), v.maxLength(120), v.email()),
  /** The six digits, or the `link` of the address that was mailed with them. */
  code: v.pipe(v.string(), v.regex(/^(?:\d{6}|[A-Za-z0-9_-]{22})$/)),
  password,
  re_password: password,
  ...secondFactor,
});

/** The old password is required if there is one; a customer who logs in by wallet sets the first. */
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
  /** Masked: "l***@example.com"; null for a customer who logs in by wallet without an email. */
  email: v.nullable(v.string()),
  wallet_address: v.nullable(v.string()),
  status: v.picklist(['active', 'frozen']),
  /** Why it is frozen; null if it isn't. */
  standing_reason: v.nullable(v.picklist(standingReasons)),
  /** From the verified document. */
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
  /** USDT value of everything, and of the available part. */
  account_balance: decimalOut,
  available_balance: decimalOut,
  experience_balance: decimalOut,
  /** Results of options and leveraged trading, own money in USDT; negative for a loss. */
  cumulative_income: decimalOut,
  today_income: decimalOut,
});

export const setLanguageInput = v.object({ language: v.picklist(languages) });
