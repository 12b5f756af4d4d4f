/** What a session may do by the customer's standing, and how a customer is described to themselves. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { refuse } from '@candor/domain/outcome.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { maskEmail } from '../../identity/names.ts';
import type { CustomerStatus } from '../../identity/session-store.ts';
import type { Profile } from './store.ts';

type UserInfo = CallOutput<'GET user/info'>;

/** What a customer owns, valued in USDT. */
export type Worth = { readonly total: Amount; readonly available: Amount; readonly experience: Amount };

/** Told only to who knew the password: why they may not log in, or undefined. */
export function standingFault(status: CustomerStatus) {
  if (status === 'frozen') return refuse('account_frozen');
  if (status === 'locked') return refuse('account_locked');
  return undefined;
}

/** Under which name tries at a password are counted: a stranger's misses must not keep the customer's own device out. */
export function triesKey(
  login: { readonly id: bigint; readonly addressKnown: boolean } | undefined,
  at: { readonly foldedName: string; readonly address: string },
): string {
  if (login === undefined) return `name ${at.foldedName}`;
  return login.addressKnown ? `customer ${login.id} at ${at.address}` : `customer ${login.id}`;
}

export function userInfo(customer: bigint, profile: Profile, worth: Worth): UserInfo {
  return {
    id: String(customer),
    account: profile.account,
    email: maskEmail(profile.email),
    invite_code: profile.inviteCode,
    credit_score: profile.creditScore,
    kyc_status: profile.kycStatus,
    lever_enabled: profile.leverEnabled,
    has_trading_password: profile.hasTradingPassword,
    totp_enabled: profile.totpEnabled,
    registered_at: Math.floor(profile.registeredMs / 1000),
    language: profile.language,
    account_balance: formatAmount(worth.total),
    available_balance: formatAmount(worth.available),
    experience_balance: formatAmount(worth.experience),
  };
}
