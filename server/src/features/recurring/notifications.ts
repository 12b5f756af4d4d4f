/** What customers are told of their plans: each purchase, each one that was skipped and why, and that a plan is paused. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Append, Facts } from '../../commands/command.ts';
import { toldNow } from '../../identity/mail/notices.ts';
import type { PlanRow } from './tables.ts';

type Telling = Pick<Facts, 'book' | 'newId' | 'wallMs'>;

/** What a message names, and where it leads. */
function about({ id, symbol, amount }: Pick<PlanRow, 'id' | 'symbol' | 'amount'>) {
  const coin = symbol.slice(0, symbol.indexOf('/'));
  return { plan: id.toString(), symbol, coin, amount: formatAmount(amount), currency: 'USDT' };
}

export function toldBought(
  plan: Pick<PlanRow, 'id' | 'symbol' | 'amount'>,
  quantity: string,
  facts: Telling,
): Append {
  return toldNow(facts, 'recurring_bought', { ...about(plan), quantity });
}

/** The third time in a row without the money says that the plan is paused, and nothing twice. */
export function toldSkipped(
  plan: Pick<PlanRow, 'id' | 'symbol' | 'amount' | 'status'>,
  reason: string,
  facts: Telling,
): Append {
  const kind =
    plan.status === 'paused' && reason === 'balance_insufficient'
      ? 'recurring_paused'
      : reason === 'balance_insufficient'
        ? 'recurring_short'
        : 'recurring_skipped';
  return toldNow(facts, kind, { ...about(plan), reason });
}

/** That the house has paused it; why is in the app. */
export function toldPaused(plan: PlanRow, reason: string, facts: Telling): Append {
  return toldNow(facts, 'recurring_held', { ...about(plan), reason });
}
