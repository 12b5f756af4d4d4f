/** The possible decisions about a withdrawal, each with its exact effect and the operators who may make it. */
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { holdReasons, withdrawalReasons } from '@candor/protocol/withdrawals/schemas.ts';
import type { Say } from '../../i18n/say.ts';
import type { Client } from '../../lib/client.ts';
import { money } from '../../lib/figures.ts';
import { mayCall } from '../../lib/roles.ts';
import type { Operator } from '../../lib/session.ts';
import { fieldOfTime, timeOfField } from '../../lib/times.ts';
import { codeWords } from '../../lib/words.ts';
import type { Verdict } from '../../kit/decision-bar.tsx';
import { noteField, reasonChoices } from '../../kit/decision-fields.tsx';
import type { Values } from '../../kit/decision-fields.tsx';
import { bold, mono } from '../../kit/marks.tsx';
import { settleVerdicts } from './settling.tsx';

export type Withdrawal = ConsoleOutput<'GET withdrawal'>;
type Reason = (typeof withdrawalReasons)[number] | (typeof holdReasons)[number];

/** Reasons that operators cannot choose, because they result from the customer or the payment. */
const NOT_OF_REVIEW: readonly string[] = [
  'cancelled_by_customer',
  'start_over',
  'payout_returned',
  'payout_impossible',
];
const HOLD_USUAL_SECONDS = 24 * 3600;

export function withdrawalVerdicts(
  t: Say,
  withdrawal: Withdrawal,
  { operator, now }: { readonly operator: Operator; readonly now: number },
): readonly Verdict[] {
  if (withdrawal.status === 'waiting') {
    return mayCall(operator.role, 'POST withdrawal_settle') ? settleVerdicts(t, withdrawal, now) : [];
  }
  if (withdrawal.status !== 'under_review' || !mayCall(operator.role, 'POST withdrawal_decide')) return [];
  const held = withdrawal.hold !== null;
  return [
    approve(t, withdrawal, operator),
    held ? release(t, withdrawal) : hold(t, withdrawal, now),
    reject(t, withdrawal),
  ];
}

function decide(withdrawal: Withdrawal, verdict: 'approve' | 'hold' | 'release' | 'reject') {
  const { customer, id, amount, address } = withdrawal;
  return ({ reason, until, note: written }: Values, call: Client) => {
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

/** The description of the payment in each sentence. */
function payment(t: Say, withdrawal: Withdrawal) {
  const { arrives, currency, address, network, account, customer } = withdrawal;
  return {
    ...{ amount: money(arrives, currency), address, network: codeWords(t, 'network', network) },
    ...{ account, customer, b: bold, mono },
  };
}

function approve(t: Say, withdrawal: Withdrawal, operator: Operator): Verdict {
  const { hold: held, needs_second: two, first_by: first } = withdrawal;
  const barred =
    held !== null
      ? t('withdrawals.isHeld')
      : first === operator.account
        ? t('ui.alreadyApproved')
        : undefined;
  const step = two ? t(first === null ? 'ui.approveFirst' : 'ui.approveSecond') : t('ui.approve');
  return {
    act: 'approve',
    keySign: 'a',
    label: t('ui.approve'),
    name: named(withdrawal, 'approve'),
    title: step,
    says: t.rich(two && first === null ? 'withdrawals.paysOutSecond' : 'withdrawals.paysOut', {
      ...payment(t, withdrawal),
      taken: money(withdrawal.amount, withdrawal.currency),
      fee: money(withdrawal.fee, withdrawal.currency),
    }),
    fields: [noteField(t)],
    sendLabel: step,
    barred,
    send: decide(withdrawal, 'approve'),
  };
}

function hold(t: Say, withdrawal: Withdrawal, now: number): Verdict {
  return {
    act: 'hold',
    keySign: 'h',
    label: t('withdrawals.hold'),
    name: named(withdrawal, 'hold'),
    title: t('withdrawals.hold'),
    says: t.rich('withdrawals.holdSays', { ...payment(t, withdrawal), left: withdrawal.holds_left }),
    fields: [
      {
        name: 'reason',
        label: t('ui.reasonShown'),
        kind: 'choice',
        needed: true,
        options: reasonChoices(t, holdReasons),
      },
      {
        name: 'until',
        label: t('withdrawals.until'),
        kind: 'time',
        needed: true,
        initial: fieldOfTime(now + HOLD_USUAL_SECONDS),
        hint: t('withdrawals.untilHint'),
      },
      noteField(t),
    ],
    sendLabel: t('withdrawals.hold'),
    barred: withdrawal.holds_left > 0 ? undefined : t('withdrawals.noHoldsLeft'),
    send: decide(withdrawal, 'hold'),
  };
}

function release(t: Say, withdrawal: Withdrawal): Verdict {
  return {
    act: 'release',
    keySign: 'l',
    label: t('withdrawals.release'),
    name: named(withdrawal, 'release'),
    title: t('withdrawals.releaseTitle'),
    says: t.rich('withdrawals.releaseSays', payment(t, withdrawal)),
    fields: [noteField(t)],
    sendLabel: t('withdrawals.release'),
    send: decide(withdrawal, 'release'),
  };
}

function reject(t: Say, withdrawal: Withdrawal): Verdict {
  return {
    act: 'reject',
    keySign: 'r',
    label: t('ui.reject'),
    name: named(withdrawal, 'reject'),
    title: t('ui.reject'),
    says: t('withdrawals.rejectSays', {
      amount: money(withdrawal.amount, withdrawal.currency),
      account: withdrawal.account,
      customer: withdrawal.customer,
    }),
    fields: [
      {
        name: 'reason',
        label: t('ui.reasonShown'),
        kind: 'choice',
        needed: true,
        options: reasonChoices(
          t,
          withdrawalReasons.filter((reason) => !NOT_OF_REVIEW.includes(reason)),
        ),
      },
      noteField(t),
    ],
    sendLabel: t('ui.reject'),
    tone: 'error',
    send: decide(withdrawal, 'reject'),
  };
}
