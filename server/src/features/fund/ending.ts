/** Rules for ending a fund order early, whether by its customer, by an operator before it starts, or by a demo reset. Pure. */
import { earlyFee } from '@candor/domain/fund/income.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Decision, Facts } from '../../commands/command.ts';
import { marketMs } from '../../commands/market-time.ts';
import { ended, endedRow, fundOrderView, noticeOf, useGivenBack } from './effects.ts';
import type { WithoutAnswer } from './effects.ts';
import { returnJournal, terminateJournal } from './money.ts';
import { fundOrders } from './tables.ts';
import type { FundOrderRow } from './tables.ts';

type Cancelled = CallOutput<'POST lh/deposit/cancel'>;
type Refused = 'product_not_found' | 'order_state_wrong' | 'terms_changed' | 'busy';

export type Cancel = {
  readonly id: bigint;
  /** The fee that the customer was shown; undefined if none was shown. */
  readonly feeShown: Amount | undefined;
};

export function decideCancel({ id, feeShown }: Cancel, facts: Facts): Decision<Cancelled, Refused> {
  const row = facts.row(fundOrders, id);
  if (row === undefined) return refuse('product_not_found', { field: 'id' });
  if (row.status !== 'pending' && row.status !== 'in_progress')
    return refuse('order_state_wrong', { field: 'id' });
  // Income that is due is paid first. An order whose days are over matures instead.
  if (row.status === 'in_progress' && row.dueMs !== null && row.dueMs <= marketMs(facts))
    return refuse('busy');
  const fee = row.status === 'pending' ? 0n : earlyFee(row.amount, row.earlyFeeRate);
  // The order may have started since the request. A customer never pays a fee that they were not shown.
  if (feeShown !== undefined && feeShown !== fee) return refuse('terms_changed', { field: 'fee' });
  const end =
    row.status === 'pending' ? CANCELLED : ({ status: 'ended', reason: 'terminated', fee } as const);
  const next = endedRow(row, end, facts);
  const effects =
    row.status === 'pending'
      ? refunded(row, next, facts)
      : {
          ...ended(row, next),
          journals: [terminateJournal(row, fee)],
          appends: [noticeOf('fund_terminated', row, facts, paidBack(row, fee))],
        };
  const answer = {
    principal: formatAmount(row.amount - fee),
    fee: formatAmount(fee),
    order: fundOrderView(next),
  };
  return ok({ answer, ...effects });
}

function paidBack({ amount }: FundOrderRow, fee: Amount) {
  return { amount: formatAmount(amount - fee), fee: formatAmount(fee) };
}

const CANCELLED = { status: 'failed', reason: 'cancelled' } as const;

/** An order that never started costs nothing and does not count as a use of its tier. */
export function refunded(row: FundOrderRow, next: FundOrderRow, facts: Facts): WithoutAnswer {
  const effects = ended(row, next);
  return {
    ...effects,
    puts: [...(effects.puts ?? []), ...useGivenBack(row, facts)],
    journals: [returnJournal(row, 'fund_refund')],
  };
}

/**
 * Ends a demo customer's orders on a reset. The reset's own journal returns the principal, together with all other money, to the
 * platform. The uses of each tier are kept, because the account continues to exist.
 */
export function endForStartOver(facts: Facts): WithoutAnswer {
  // An order that has already ended is still paid for the rest of its last day.
  const running = facts.openRows(fundOrders).filter(({ reason }) => reason === null);
  const all = running.map((row) => {
    const status = row.status === 'pending' ? 'failed' : 'ended';
    return ended(row, endedRow(row, { status, reason: 'start_over' }, facts));
  });
  return {
    puts: all.flatMap((effects) => effects.puts ?? []),
    armings: all.flatMap((effects) => effects.armings ?? []),
    counts: all.flatMap((effects) => effects.counts ?? []),
    events: all.flatMap((effects) => effects.events ?? []),
  };
}
