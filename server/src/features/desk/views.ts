/** Views of a customer and an audit record: times in seconds, decimals as text, email address masked. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Worth } from '@candor/domain/ledger/valuation.ts';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { maskEmail } from '../../identity/names.ts';
import type { FoundCustomer } from './customers-store.ts';
import type { LogRecord } from './log-store.ts';

type Listed<Name extends 'GET customers' | 'GET audit'> = ConsoleOutput<Name>['items'][number];

export const secondsOf = (ms: number | bigint): number => Math.floor(Number(ms) / 1000);
export const secondsOrNull = (ms: number | null): number | null => (ms === null ? null : secondsOf(ms));

export function customerView(found: FoundCustomer, worth: Worth): Listed<'GET customers'> {
  return {
    id: found.id.toString(),
    account: found.account,
    email: found.email === null ? null : maskEmail(found.email),
    country: found.country,
    status: found.status,
    status_reason: found.standingReason,
    kyc_status: found.kycStatus,
    lever_enabled: found.leverEnabled,
    credit_score: found.creditScore,
    registered_at: secondsOf(found.registeredMs),
    last_seen_at: secondsOrNull(found.seenMs),
    value_usdt: formatAmount(worth.total),
  };
}

export function recordView({ seq, timeMs, ...record }: LogRecord): Listed<'GET audit'> {
  return { seq: Number(seq), time: secondsOf(timeMs), ...record };
}
