/** Messages about plans: each purchase, each skipped purchase with its reason, and each pause of a plan. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Append, Facts } from '../../commands/command.ts';
import { noticeNow } from '../../identity/mail/notices.ts';
import type { PlanRow } from './tables.ts';

type Telling = Pick<Facts, 'book' | 'newId' | 'wallMs'>;

function about({ id, symbol, amount }: Pick<PlanRow, 'id' | 'symbol' | 'amount'>) {
  const coin = symbol.slice(0, symbol.indexOf('/'));
  return { plan: id.toString(), symbol, coin, amount: formatAmount(amount), currency: 'USDT' };
}

export function purchaseNotice(
  plan: Pick<PlanRow, 'id' | 'symbol' | 'amount'>,
  bought: { readonly purchase: bigint; readonly quantity: string },
  facts: Telling,
): Append {
  const { purchase, quantity } = bought;
  return noticeNow(facts, 'recurring_bought', { ...about(plan), purchase: purchase.toString(), quantity });
}

/** The purchase whose failure pauses the plan is announced only as a pause, not also as a skipped purchase. */
export function skipNotice(
  plan: Pick<PlanRow, 'id' | 'symbol' | 'amount' | 'status'>,
  skipped: { readonly purchase: bigint; readonly reason: string },
  facts: Telling,
): Append {
  const { purchase, reason } = skipped;
  const kind =
    plan.status === 'paused' && reason === 'balance_insufficient'
      ? 'recurring_paused'
      : reason === 'balance_insufficient'
        ? 'recurring_short'
        : 'recurring_skipped';
  return noticeNow(facts, kind, { ...about(plan), purchase: purchase.toString(), reason });
}

/** Announces that an operator paused the plan. The message contains the reason. */
export function pauseNotice(plan: PlanRow, reason: string, facts: Telling): Append {
  return noticeNow(facts, 'recurring_held', { ...about(plan), reason });
}
