/** What may be decided of a withdrawal by whom, each with exactly what it does. */
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { holdReasons, withdrawalReasons } from '@candor/protocol/withdrawals/schemas.ts';
import { call } from '../../lib/api.ts';
import { money } from '../../lib/figures.ts';
import { mayCall } from '../../lib/roles.ts';
import type { Operator } from '../../lib/session.ts';
import { fieldOfTime, timeOfField } from '../../lib/times.ts';
import { codeWords } from '../../lib/words.ts';
import type { Verdict } from '../../kit/decision-bar.tsx';
import type { DecisionField, Values } from '../../kit/decision-fields.tsx';
import { settleVerdicts } from './settling.tsx';

export type Withdrawal = ConsoleOutput<'GET withdrawal'>;
type Reason = (typeof withdrawalReasons)[number] | (typeof holdReasons)[number];

/** Those that only the customer or a payment brings about. */
const NOT_OF_REVIEW: readonly string[] = [
  'cancelled_by_customer',
  'start_over',
  'payout_returned',
  'payout_impossible',
];
const HOLD_USUAL_SECONDS = 24 * 3600;

const note: DecisionField = {
  name: 'note',
  label: 'Note for colleagues',
  kind: 'text',
  hint: 'Kept in the log; the customer does not see it.',
};

export function withdrawalVerdicts(
  withdrawal: Withdrawal,
  operator: Operator,
  now: number,
): readonly Verdict[] {
  if (withdrawal.status === 'waiting') {
    return mayCall(operator.role, 'POST withdrawal_settle') ? settleVerdicts(withdrawal, now) : [];
  }
  if (withdrawal.status !== 'under_review' || !mayCall(operator.role, 'POST withdrawal_decide')) return [];
  const held = withdrawal.hold !== null;
  return [
    approve(withdrawal, operator),
    held ? release(withdrawal) : hold(withdrawal, now),
    reject(withdrawal),
  ];
}

function decide(withdrawal: Withdrawal, verdict: 'approve' | 'hold' | 'release' | 'reject') {
  const { customer, id, amount, address } = withdrawal;
  return ({ reason, until, note: written }: Values) => {
    const seconds = timeOfField(until ?? '');
    return call('POST withdrawal_decide', {
      customer,
      id,
      verdict,
      amount,
      address,
      ...(reason === undefined || reason === '' ? {} : { reason: reason as Reason }),
      ...(seconds === undefined ? {} : { until: seconds }),
      ...(written === undefined || written === '' ? {} : { note: written }),
    });
  };
}

function named(withdrawal: Withdrawal, verdict: string): string {
  return `withdrawal-${withdrawal.customer}-${withdrawal.id}-${verdict}`;
}

function what(withdrawal: Withdrawal) {
  const { arrives, currency, address, network, account, customer } = withdrawal;
  return (
    <>
      <b>{money(arrives, currency)}</b> to <b style={{ fontFamily: 'ui-monospace, monospace' }}>{address}</b>{' '}
      on {codeWords(network)} for {account} ({customer})
    </>
  );
}

function approve(withdrawal: Withdrawal, operator: Operator): Verdict {
  const { hold: held, needs_second: two, first_by: first } = withdrawal;
  const barred =
    held !== null
      ? 'It is held. Release it first.'
      : first === operator.account
        ? 'You have approved it already; another person has to as well.'
        : undefined;
  const step = two
    ? first === null
      ? 'Approve as the first of two'
      : 'Approve as the second of two'
    : 'Approve';
  return {
    act: 'approve',
    keySign: 'a',
    label: 'Approve',
    name: named(withdrawal, 'approve'),
    title: step,
    says: (
      <>
        {two && first === null ? 'With a second approval pays out ' : 'Pays out '}
        {what(withdrawal)}. {money(withdrawal.amount, withdrawal.currency)} are taken, fee{' '}
        {money(withdrawal.fee, withdrawal.currency)}.
      </>
    ),
    fields: [note],
    sendLabel: step,
    barred,
    send: decide(withdrawal, 'approve'),
  };
}

function hold(withdrawal: Withdrawal, now: number): Verdict {
  return {
    act: 'hold',
    keySign: 'h',
    label: 'Hold',
    name: named(withdrawal, 'hold'),
    title: 'Hold',
    says: (
      <>
        Pays nothing until it is released: {what(withdrawal)}. The customer is told the reason and until when
        at the latest. Holds left, this one among them: {withdrawal.holds_left}.
      </>
    ),
    fields: [
      {
        name: 'reason',
        label: 'Reason, told to the customer',
        kind: 'choice',
        needed: true,
        options: holdReasons,
      },
      {
        name: 'until',
        label: 'Until at the latest',
        kind: 'time',
        needed: true,
        initial: fieldOfTime(now + HOLD_USUAL_SECONDS),
        hint: 'At most seven days from now.',
      },
      note,
    ],
    sendLabel: 'Hold',
    barred: withdrawal.holds_left > 0 ? undefined : 'It was held as often as it can be. Decide it.',
    send: decide(withdrawal, 'hold'),
  };
}

function release(withdrawal: Withdrawal): Verdict {
  return {
    act: 'release',
    keySign: 'l',
    label: 'Release',
    name: named(withdrawal, 'release'),
    title: 'Release the hold',
    says: <>Ends the hold; it is under review as before: {what(withdrawal)}.</>,
    fields: [note],
    sendLabel: 'Release',
    send: decide(withdrawal, 'release'),
  };
}

function reject(withdrawal: Withdrawal): Verdict {
  return {
    act: 'reject',
    keySign: 'r',
    label: 'Reject',
    name: named(withdrawal, 'reject'),
    title: 'Reject',
    says: (
      <>
        Gives {money(withdrawal.amount, withdrawal.currency)} back to {withdrawal.account} (
        {withdrawal.customer}) at once. The customer is told the reason.
      </>
    ),
    fields: [
      {
        name: 'reason',
        label: 'Reason, told to the customer',
        kind: 'choice',
        needed: true,
        options: withdrawalReasons.filter((reason) => !NOT_OF_REVIEW.includes(reason)),
      },
      note,
    ],
    sendLabel: 'Reject',
    tone: 'error',
    send: decide(withdrawal, 'reject'),
  };
}
