/** What may be decided of an order of the fund, each with exactly what it does. */
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import type { Verdict } from '../../kit/decision-bar.tsx';
import type { DecisionField, Values } from '../../kit/decision-fields.tsx';
import { call } from '../../lib/api.ts';
import { money } from '../../lib/figures.ts';

type FundOrder = ConsoleOutput<'GET fund_order'>;

const note: DecisionField = {
  name: 'note',
  label: 'Note for colleagues',
  kind: 'text',
  hint: 'Kept in the log; the customer does not see it.',
};

export function orderVerdicts(order: FundOrder): readonly Verdict[] {
  return order.status === 'pending' ? [approve(order), reject(order)] : [];
}

/** The amount as it was shown goes along: where it is another by now, nothing is decided. */
function decide({ customer, id, amount }: FundOrder, verdict: 'approve' | 'reject') {
  return ({ reason, note: written }: Values) =>
    call('POST fund_order_decide', {
      ...{ customer, id, verdict, amount },
      ...(reason === 'rejected' && { reason }),
      ...(written !== undefined && written.trim() !== '' && { note: written }),
    });
}

function approve(order: FundOrder): Verdict {
  const { customer, id, account, days } = order;
  const amount = money(order.amount, order.currency);
  return {
    act: 'approve',
    keySign: 'a',
    label: 'Accept',
    name: `fund_order-${customer}-${id}-approve`,
    title: 'Accept this order',
    says: `Starts ${amount} of ${account} (${customer}) for ${days} days, now. Its first income is due a day from now.`,
    fields: [note],
    sendLabel: 'Accept',
    barred:
      order.facts.account_status === 'active'
        ? undefined
        : 'The account may not begin anything; it can be rejected, or taken back by its customer.',
    send: decide(order, 'approve'),
  };
}

function reject(order: FundOrder): Verdict {
  const { customer, id, account } = order;
  const amount = money(order.amount, order.currency);
  return {
    act: 'reject',
    keySign: 'r',
    label: 'Reject',
    name: `fund_order-${customer}-${id}-reject`,
    title: 'Reject this order',
    says: `Gives ${amount} back to ${account} (${customer}) whole, and what it took of the tier’s limit. The customer is told that it was not accepted.`,
    fields: [
      {
        name: 'reason',
        label: 'Reason, told to the customer',
        kind: 'choice',
        needed: true,
        options: [{ value: 'rejected', says: 'Not accepted' }],
      },
      { ...note, label: 'Why, for colleagues', needed: true },
    ],
    sendLabel: 'Reject',
    tone: 'error',
    send: decide(order, 'reject'),
  };
}
