/** The possible decisions about a fund order, each with its exact effect. */
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import type { Say } from '../../i18n/say.ts';
import type { Verdict } from '../../kit/decision-bar.tsx';
import { noteField } from '../../kit/decision-fields.tsx';
import type { Values } from '../../kit/decision-fields.tsx';
import type { Client } from '../../lib/client.ts';
import { money } from '../../lib/figures.ts';

type FundOrder = ConsoleOutput<'GET fund_order'>;

export function orderVerdicts(t: Say, order: FundOrder): readonly Verdict[] {
  return order.status === 'pending' ? [approve(t, order), reject(t, order)] : [];
}

/** The displayed amount is part of the input. If it has changed, the server refuses the decision. */
function decide({ customer, id, amount }: FundOrder, verdict: 'approve' | 'reject') {
  return ({ reason, note: written }: Values, call: Client) =>
    call('POST fund_order_decide', {
      ...{ customer, id, verdict, amount },
      ...(reason === 'rejected' && { reason }),
      ...(written !== undefined && written.trim() !== '' && { note: written }),
    });
}

function approve(t: Say, order: FundOrder): Verdict {
  const { customer, id, account, days } = order;
  const amount = money(order.amount, order.currency);
  return {
    act: 'approve',
    keySign: 'a',
    label: t('fund.accept'),
    name: `fund_order-${customer}-${id}-approve`,
    title: t('fund.acceptTitle'),
    says: t('fund.acceptSays', { amount, account, customer, days }),
    fields: [noteField(t)],
    sendLabel: t('fund.accept'),
    barred: order.facts.account_status === 'active' ? undefined : t('fund.accountMayNot'),
    send: decide(order, 'approve'),
  };
}

function reject(t: Say, order: FundOrder): Verdict {
  const { customer, id, account } = order;
  const amount = money(order.amount, order.currency);
  return {
    act: 'reject',
    keySign: 'r',
    label: t('ui.reject'),
    name: `fund_order-${customer}-${id}-reject`,
    title: t('fund.rejectTitle'),
    says: t('fund.rejectSays', { amount, account, customer }),
    fields: [
      {
        name: 'reason',
        label: t('ui.reasonShown'),
        kind: 'choice',
        needed: true,
        options: [{ value: 'rejected', says: t('fund.notAccepted') }],
      },
      { ...noteField(t), label: t('fund.noteNeeded'), needed: true },
    ],
    sendLabel: t('ui.reject'),
    tone: 'error',
    send: decide(order, 'reject'),
  };
}
