/** Wire form of plans and purchases. */
import { formatAmount, ONE } from '@candor/domain/money/amount.ts';
import { mulDivDown } from '@candor/domain/money/rounding.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Fill, PlanWithBought, PurchaseWithFill } from './store.ts';

type PlanView = CallOutput<'GET recurring/plans'>['items'][number];
type PurchaseView = CallOutput<'GET recurring/purchases'>['items'][number];

const secondsOf = (ms: number): number => Math.floor(ms / 1000);

export function planView({ plan, bought }: PlanWithBought): PlanView {
  const { times, quantity, spent } = bought;
  return {
    id: plan.id.toString(),
    symbol: plan.symbol,
    amount: formatAmount(plan.amount),
    every: plan.every,
    on_day: plan.onDay,
    hour: plan.hour,
    status: plan.status === 'active' ? 'active' : 'paused',
    reason: plan.reason,
    next_at: plan.status === 'active' ? secondsOf(plan.dueMs) : null,
    short_run: plan.shortRun,
    bought: {
      times,
      quantity: formatAmount(quantity),
      spent: formatAmount(spent),
      // The cost per unit, including fees.
      average_price: quantity === 0n ? null : formatAmount(mulDivDown(spent, ONE, quantity)),
    },
    created_at: secondsOf(plan.createdMs),
  };
}

export function purchaseView({ purchase, fill }: PurchaseWithFill): PurchaseView {
  const { id, plan, dueMs, status, amount, orderId, reason, timeMs } = purchase;
  return {
    id: id.toString(),
    plan: plan.toString(),
    due_at: secondsOf(dueMs),
    time_at: secondsOf(timeMs),
    status,
    reason,
    amount: formatAmount(amount),
    order: orderId === null ? null : orderId.toString(),
    fill: fill === undefined ? null : fillView(fill),
  };
}

function fillView(fill: Fill): NonNullable<PurchaseView['fill']> {
  return {
    symbol: fill.symbol,
    side: fill.side,
    quantity: formatAmount(fill.quantity),
    price: formatAmount(fill.price),
    value: formatAmount(fill.value),
    fee: formatAmount(fill.fee),
    fee_rate: formatAmount(fill.feeRate),
    tape_seq: fill.tapeSeq,
  };
}
