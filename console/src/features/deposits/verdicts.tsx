/** What may be decided of a deposit, each with exactly what it does. */
import { depositReasons } from '@candor/protocol/deposits/schemas.ts';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { call } from '../../lib/api.ts';
import { money } from '../../lib/figures.ts';
import type { Operator } from '../../lib/session.ts';
import type { Verdict } from '../../kit/decision-bar.tsx';
import type { DecisionField, Values } from '../../kit/decision-fields.tsx';

type Deposit = ConsoleOutput<'GET deposit'>;

const note: DecisionField = {
  name: 'note',
  label: 'Note for colleagues',
  kind: 'text',
  hint: 'Kept in the log; the customer does not see it.',
};

/** Who looks at it, and whether they have opened its picture. */
type Reviewer = { readonly operator: Operator; readonly voucherSeen: boolean };

export function depositVerdicts(deposit: Deposit, reviewer: Reviewer): readonly Verdict[] {
  if (deposit.status !== 'under_review' && deposit.status !== 'waiting') return [];
  const all = [approve(deposit, reviewer), awaitArrival(deposit), reject(deposit)];
  return all.filter((verdict) => verdict.act !== 'wait' || deposit.status === 'under_review');
}

function decide(deposit: Deposit, verdict: 'approve' | 'await' | 'reject') {
  const { customer, id, amount, voucher_hash } = deposit;
  return ({ reference, reason, note: written }: Values) =>
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

function what(deposit: Deposit) {
  return (
    <>
      {money(deposit.amount, deposit.currency)} of {deposit.account} ({deposit.customer}), voucher{' '}
      {deposit.voucher_hash.slice(0, 16)}
    </>
  );
}

/** Why somebody cannot approve now. Of a large one whoever was first has done their part, whichever account they use. */
function barrier(deposit: Deposit, { operator, voucherSeen }: Reviewer): string | undefined {
  if (deposit.first_person === operator.person) {
    return deposit.first_by === operator.account
      ? 'You have approved it already; another person has to as well.'
      : `You have approved it already, as ${deposit.first_by}; another person has to as well.`;
  }
  if (!voucherSeen) return 'The voucher has not been seen yet.';
  return deposit.credit === null ? 'There is no fresh rate at the moment.' : undefined;
}

function approve(deposit: Deposit, reviewer: Reviewer): Verdict {
  const { credit, needs_second: two, first_by: first, first_reference: found } = deposit;
  const step = two
    ? first === null
      ? 'Approve as the first of two'
      : 'Approve as the second of two'
    : 'Approve and credit';
  return {
    act: 'approve',
    keySign: 'a',
    label: 'Approve',
    name: `deposit-${deposit.customer}-${deposit.id}-approve`,
    title: step,
    says: (
      <>
        {two && first === null ? 'With a second approval credits ' : 'Credits '}
        <b>{credit === null ? '' : money(credit.amount, credit.currency)}</b> for {what(deposit)}.
        {credit !== null &&
          credit.rate !== null &&
          ` That is by the rate of now, ${credit.rate}; what counts is the rate when it is booked.`}
      </>
    ),
    fields: [
      {
        name: 'reference',
        label: 'Reference of the payment',
        kind: 'line',
        needed: true,
        initial: deposit.reference ?? '',
        hint:
          found === null
            ? 'What the bank or the chain calls it. One payment is credited once.'
            : `What the bank or the chain calls it. ${first} found ${found}; if you find another one, both approvals begin anew with yours.`,
      },
      note,
    ],
    sendLabel: two ? step : 'Approve',
    barred: barrier(deposit, reviewer),
    send: decide(deposit, 'approve'),
  };
}

function awaitArrival(deposit: Deposit): Verdict {
  return {
    act: 'wait',
    keySign: 'w',
    label: 'Wait for it',
    name: `deposit-${deposit.customer}-${deposit.id}-wait`,
    title: 'The proof is good; wait for the money',
    says: <>Credits nothing yet: {what(deposit)} waits until the money has arrived.</>,
    fields: [note],
    sendLabel: 'Wait for it',
    send: decide(deposit, 'await'),
  };
}

function reject(deposit: Deposit): Verdict {
  return {
    act: 'reject',
    keySign: 'r',
    label: 'Reject',
    name: `deposit-${deposit.customer}-${deposit.id}-reject`,
    title: 'Reject',
    says: <>Credits nothing for {what(deposit)}. The customer is told the reason.</>,
    fields: [
      {
        name: 'reason',
        label: 'Reason, told to the customer',
        kind: 'choice',
        needed: true,
        options: depositReasons.filter((reason) => reason !== 'cancelled_by_customer'),
      },
      note,
    ],
    sendLabel: 'Reject',
    tone: 'error',
    send: decide(deposit, 'reject'),
  };
}
