/** Views of a customer, an event and an audit record: times in seconds, decimals as text, email address masked. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Worth } from '@candor/domain/ledger/valuation.ts';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { maskEmail } from '../../identity/names.ts';
import type { FoundCustomer } from './customers-store.ts';
import type { LogRecord } from './log-store.ts';
import type { Happening, HappeningDetails } from './timeline-store.ts';

type Listed<Name extends 'GET customers' | 'GET timeline' | 'GET audit'> =
  ConsoleOutput<Name>['items'][number];

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

const NO_DETAILS: HappeningDetails = {
  ...{ amount: null, currency: null, network: null, days: null },
  ...{ score_before: null, score_after: null, reason: null, text: null },
};

export function happeningView({ timeMs, details, what, kind, by }: Happening): Listed<'GET timeline'> {
  return { time: secondsOf(timeMs), what, kind, by, ...NO_DETAILS, ...details };
}

export function recordView({ seq, timeMs, ...record }: LogRecord): Listed<'GET audit'> {
  return { seq: Number(seq), time: secondsOf(timeMs), ...record };
}
