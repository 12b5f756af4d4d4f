/** A customer's own view of their account, sessions and security events. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { describeAgent } from '../../identity/sessions/devices.ts';
import type { KeptMail } from '../../identity/mail/mail.ts';
import { maskEmail } from '../../identity/names.ts';
import type { SecurityEvent } from '../../identity/security-events.ts';
import type { ListedSession } from '../../identity/sessions/session-store.ts';
import type { Profile } from './store.ts';

export type Jurisdiction = CallOutput<'GET user/info'>['jurisdiction'];
type UserInfo = CallOutput<'GET user/info'>;

/** Amounts in USDT. */
export type Worth = { readonly total: Amount; readonly available: Amount; readonly experience: Amount };

/** Income from trading, the fund, referral and credit, in USDT. Equals the total in `wallet/accumulated`. */
export type Income = { readonly cumulative: Amount; readonly today: Amount };

export type Described = {
  readonly profile: Profile;
  readonly worth: Worth;
  readonly income: Income;
  readonly jurisdiction: Jurisdiction;
};

export function userInfo(customer: bigint, described: Described): UserInfo {
  const { profile, worth, income, jurisdiction } = described;
  return {
    id: String(customer),
    account: profile.account,
    email: profile.email === null ? null : maskEmail(profile.email),
    wallet_address: profile.walletAddress,
    status: profile.status,
    standing_reason: profile.standingReason,
    country: profile.country,
    jurisdiction,
    invite_code: profile.inviteCode,
    credit_score: profile.creditScore,
    kyc_status: profile.kycStatus,
    lever_enabled: profile.leverEnabled,
    has_trading_password: profile.hasTradingPassword,
    totp_enabled: profile.totpEnabled,
    registered_at: seconds(profile.registeredMs),
    language: profile.language,
    account_balance: formatAmount(worth.total),
    available_balance: formatAmount(worth.available),
    experience_balance: formatAmount(worth.experience),
    cumulative_income: formatAmount(income.cumulative),
    today_income: formatAmount(income.today),
  };
}

export function sessionView(
  { id, agent, address, createdMs, seenMs }: ListedSession,
  current: bigint,
): CallOutput<'GET user/sessions'>[number] {
  const at = { created_at: seconds(createdMs), seen_at: seconds(seenMs) };
  return { id: String(id), ...describeAgent(agent), address, ...at, current: id === current };
}

export function loginsView(
  events: readonly SecurityEvent[],
  pageRows: number,
): CallOutput<'GET user/logins'> {
  const items = events.slice(0, pageRows).map(({ id, kind, timeMs, agent, address }) => ({
    id: String(id),
    kind,
    time: seconds(timeMs),
    ...describeAgent(agent),
    address,
  }));
  return { items, next: events.length > pageRows ? (items.at(-1)?.id ?? null) : null };
}

export function mailView({ id, subject, text, createdMs }: KeptMail): CallOutput<'GET demo/mail'>[number] {
  return { id: String(id), subject, text, sent_at: seconds(createdMs) };
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000);
}
