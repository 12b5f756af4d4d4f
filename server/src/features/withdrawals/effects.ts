/** The effects of a change to a withdrawal's state: its journals and events, and its form in lists. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import { journal } from '@candor/domain/ledger/journal.ts';
import type { Journal } from '@candor/domain/ledger/journal.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { NoticeKind } from '@candor/protocol/notices/kinds.ts';
import type { Append, CustomerEvent, Effects, Facts } from '../../commands/command.ts';
import { put } from '../../commands/command.ts';
import { noticed } from '../../identity/mail/notices.ts';
import { withdrawals } from './tables.ts';
import type { WithdrawalRow } from './tables.ts';

export type WithdrawalView = CallOutput<'GET cashlist/log'>['items'][number];

function ref(row: WithdrawalRow): string {
  return `withdrawal:${row.id}`;
}

export function holdJournal(row: WithdrawalRow): Journal {
  const { currency, amount } = row;
  return journal('withdrawal_hold', ref(row), [
    { account: 'spot', currency, amount: -amount },
    { account: 'spot_frozen', currency, amount },
  ]);
}

/** Returns the whole amount, including the fee, to the available balance. */
function releaseJournal(row: WithdrawalRow): Journal {
  const { currency, amount } = row;
  return journal('withdrawal_release', ref(row), [
    { account: 'spot_frozen', currency, amount: -amount },
    { account: 'spot', currency, amount },
  ]);
}

/** Removes the paid amount from custody. The fee stays with the house. */
export function payJournal(row: WithdrawalRow): Journal {
  const { currency, amount, fee } = row;
  return journal('withdrawal_pay', ref(row), [
    { account: 'spot_frozen', currency, amount: -amount },
    { account: 'custody', currency, amount: amount - fee },
    ...(fee === 0n ? [] : [{ account: 'fees' as const, currency, amount: fee }]),
  ]);
}

type Written = Pick<Effects<never>, 'puts' | 'events'>;

export function changed(row: WithdrawalRow, facts: Facts): Written {
  const event: CustomerEvent = {
    name: 'withdrawal',
    payload: () => ({ withdrawal: withdrawalView(row, facts.wallMs) }),
  };
  return { puts: [put(withdrawals, row)], events: [event] };
}

/** Closes the withdrawal without a payment, and returns the money. */
export function failed(
  row: WithdrawalRow,
  end: Pick<WithdrawalRow, 'reason' | 'decidedBy'>,
  facts: Facts,
): Written & Pick<Effects<never>, 'journals'> {
  const { version } = row;
  const ended = { ...row, ...end, status: 'failed' as const, version: version + 1, hold: null };
  return { ...changed({ ...ended, decidedMs: facts.wallMs }, facts), journals: [releaseJournal(row)] };
}

/** Builds a notice with the amount and the currency, which all texts about withdrawals mention. */
export function noticeOf(
  kind: NoticeKind,
  row: WithdrawalRow,
  facts: Facts,
  params: Readonly<Record<string, string>> = {},
): Append {
  const { book, amount, currency } = row;
  const named = { amount: formatAmount(amount), currency, ...params };
  return noticed({ book, id: facts.newId(), kind, params: named, timeMs: facts.wallMs });
}

/** Returns the time by which an operator must act: the end of the hold or, if there is no hold, the deadline. */
function dueMs({ hold, deadlineMs }: WithdrawalRow): number {
  return hold?.untilMs ?? deadlineMs;
}

/**
 * Formats a withdrawal. `paused` is the account standing that prevents the payment. Freezing an account doesn't change the row,
 * so the standing is passed in.
 */
export function withdrawalView(
  row: WithdrawalRow,
  wallMs: number,
  paused: WithdrawalView['paused'] = null,
): WithdrawalView {
  const { hold, approvedMs, decidedMs } = row;
  return {
    id: row.id.toString(),
    currency: row.currency,
    network: row.network,
    address: row.address,
    amount: formatAmount(row.amount),
    fee: formatAmount(row.fee),
    arrives: formatAmount(row.amount - row.fee),
    status: row.status,
    reason: row.reason,
    hold: hold === null ? null : { reason: hold.reason, until: secondsUp(hold.untilMs) },
    paused,
    requested_at: secondsDown(row.requestedMs),
    deadline_at: secondsUp(row.deadlineMs),
    overdue: withdrawals.isOpen(row) && wallMs > dueMs(row),
    approved_at: approvedMs === null ? null : secondsDown(approvedMs),
    decided_at: decidedMs === null ? null : secondsDown(decidedMs),
    paid_reference: row.paidReference,
  };
}

export function secondsDown(ms: number): number {
  return Math.floor(ms / 1000);
}

export function secondsUp(ms: number): number {
  return Math.ceil(ms / 1000);
}
