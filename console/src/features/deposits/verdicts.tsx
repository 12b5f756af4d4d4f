/** The possible decisions about a deposit, each with its exact effect. */
import { depositReasons } from '@candor/protocol/deposits/schemas.ts';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import type { Say } from '../../i18n/say.ts';
import type { Client } from '../../lib/client.ts';
import { money } from '../../lib/figures.ts';
import type { Operator } from '../../lib/session.ts';
import type { Verdict } from '../../kit/decision-bar.tsx';
import { noteField, reasonChoices, referenceFormat } from '../../kit/decision-fields.tsx';
import type { Values } from '../../kit/decision-fields.tsx';
import { bold } from '../../kit/marks.tsx';

type Deposit = ConsoleOutput<'GET deposit'>;

/** The operator, and whether they have opened the image. */
type Reviewer = { readonly operator: Operator; readonly voucherSeen: boolean };

export function depositVerdicts(t: Say, deposit: Deposit, reviewer: Reviewer): readonly Verdict[] {
  if (deposit.status !== 'under_review' && deposit.status !== 'waiting') return [];
  const all = [approve(t, deposit, reviewer), awaitArrival(t, deposit), reject(t, deposit)];
  return all.filter((verdict) => verdict.act !== 'wait' || deposit.status === 'under_review');
}

function decide(deposit: Deposit, verdict: 'approve' | 'await' | 'reject') {
  const { customer, id, amount, voucher_hash } = deposit;
  return ({ reference, reason, note: written }: Values, call: Client) =>
    call('POST deposit_decide', {
      customer,
      id,
      verdict,
      amount,
      voucher_hash,
      ...(reference === undefined || reference === '' ? {} : { reference }),
      ...(reason === undefined || reason === '' ? {} : { reason: reason as (typeof depositReasons)[number] }),
      ...(written === undefined || written === '' ? {} : { note: written }),
    });
}

/** The description of the deposit in each sentence. */
function named({ amount, currency, account, customer, voucher_hash: voucher }: Deposit) {
  return { amount: money(amount, currency), account, customer, voucher: voucher.slice(0, 16) };
}

/**
 * Returns the reason why the operator cannot approve the deposit; undefined if there is none. The first approver of a large
 * deposit cannot approve it a second time, even with a different account.
 */
function barrier(t: Say, deposit: Deposit, { operator, voucherSeen }: Reviewer): string | undefined {
  if (deposit.first_person === operator.person) {
    return deposit.first_by === operator.account
      ? t('ui.alreadyApproved')
      : t('ui.alreadyApprovedAs', { account: deposit.first_by ?? '' });
  }
  if (!voucherSeen) return t('deposits.notSeen');
  return deposit.credit === null ? t('ui.notFresh') : undefined;
}

function approve(t: Say, deposit: Deposit, reviewer: Reviewer): Verdict {
  const { credit, needs_second: two, first_by: first, first_reference: found } = deposit;
  const step = two
    ? first === null
      ? t('ui.approveFirst')
      : t('ui.approveSecond')
    : t('deposits.approveCredit');
  return {
    act: 'approve',
    keySign: 'a',
    label: t('ui.approve'),
    name: `deposit-${deposit.customer}-${deposit.id}-approve`,
    title: step,
    says: (
      <>
        {t.rich(two && first === null ? 'deposits.creditsSecond' : 'deposits.credits', {
          ...named(deposit),
          credit: credit === null ? '' : money(credit.amount, credit.currency),
          b: bold,
        })}{' '}
        {credit !== null && credit.rate !== null && t('deposits.rateNow', { rate: credit.rate })}
      </>
    ),
    fields: [
      {
        name: 'reference',
        label: t('ui.referenceOfPayment'),
        kind: 'line',
        needed: true,
        initial: deposit.reference ?? '',
        hint:
          found === null
            ? t('deposits.referenceHint')
            : t('deposits.referenceFoundHint', { first: first ?? '', found }),
        format: referenceFormat(t, deposit.network),
      },
      noteField(t),
    ],
    sendLabel: two ? step : t('ui.approve'),
    barred: barrier(t, deposit, reviewer),
    send: decide(deposit, 'approve'),
  };
}

function awaitArrival(t: Say, deposit: Deposit): Verdict {
  return {
    act: 'wait',
    keySign: 'w',
    label: t('deposits.wait'),
    name: `deposit-${deposit.customer}-${deposit.id}-wait`,
    title: t('deposits.waitTitle'),
    says: t('deposits.waitSays', named(deposit)),
    fields: [noteField(t)],
    sendLabel: t('deposits.wait'),
    send: decide(deposit, 'await'),
  };
}

function reject(t: Say, deposit: Deposit): Verdict {
  return {
    act: 'reject',
    keySign: 'r',
    label: t('ui.reject'),
    name: `deposit-${deposit.customer}-${deposit.id}-reject`,
    title: t('ui.reject'),
    says: t('deposits.rejectSays', named(deposit)),
    fields: [
      {
        name: 'reason',
        label: t('ui.reasonShown'),
        kind: 'choice',
        needed: true,
        options: reasonChoices(
          t,
          depositReasons.filter((reason) => reason !== 'cancelled_by_customer'),
        ),
      },
      noteField(t),
    ],
    sendLabel: t('ui.reject'),
    tone: 'error',
    send: decide(deposit, 'reject'),
  };
}
