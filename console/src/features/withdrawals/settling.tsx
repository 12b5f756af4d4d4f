/** The forms in which a treasurer reports the outcome of the payment of an approved withdrawal. */
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import type { withdrawalReasons } from '@candor/protocol/withdrawals/schemas.ts';
import type { Say } from '../../i18n/say.ts';
import { money } from '../../lib/figures.ts';
import { codeWords } from '../../lib/words.ts';
import type { Verdict } from '../../kit/decision-bar.tsx';
import { reasonChoices, referenceFormat } from '../../kit/decision-fields.tsx';
import { bold, mono } from '../../kit/marks.tsx';

type Withdrawal = ConsoleOutput<'GET withdrawal'>;

/**
 * The time after the approval within which only the payment provider may report the failure of a payment that it has accepted.
 */
const PROVIDERS_SECONDS = 24 * 3600;

export function settleVerdicts(t: Say, withdrawal: Withdrawal, now: number): readonly Verdict[] {
  return [paid(t, withdrawal), failed(t, withdrawal, now)];
}

function paid(t: Say, withdrawal: Withdrawal): Verdict {
  const { customer, id, amount, arrives, currency, address, network } = withdrawal;
  return {
    act: 'paid',
    keySign: 'p',
    label: t('withdrawals.wasPaid'),
    name: `withdrawal-${customer}-${id}-paid`,
    title: t('withdrawals.wasPaid'),
    says: t.rich('withdrawals.paidSays', {
      amount: money(arrives, currency),
      address,
      network: codeWords(t, 'network', network),
      b: bold,
      mono,
    }),
    fields: [
      {
        name: 'reference',
        label: t('ui.referenceOfPayment'),
        kind: 'line',
        needed: true,
        hint: t('withdrawals.transactionHint'),
        format: referenceFormat(t, network),
      },
    ],
    sendLabel: t('withdrawals.wasPaid'),
    send: (values, call) =>
      call('POST withdrawal_settle', {
        customer,
        id,
        outcome: 'paid',
        amount,
        reference: values['reference'] ?? '',
      }),
  };
}

function failed(t: Say, withdrawal: Withdrawal, now: number): Verdict {
  const { customer, id, amount, currency, account, payout, approved_at: approvedAt } = withdrawal;
  const { needs_second: isLarge, failing_by: first } = withdrawal;
  const isProviders = payout?.acknowledged === true && now < (approvedAt ?? now) + PROVIDERS_SECONDS;
  return {
    act: 'failed',
    keySign: 'f',
    label: t('withdrawals.hasFailed'),
    name: `withdrawal-${customer}-${id}-failed`,
    title: t('withdrawals.failedTitle'),
    says: (
      <>
        {t.rich('withdrawals.failedSays', { amount: money(amount, currency), account, customer, b: bold })}{' '}
        {isLarge &&
          (first === null ? t('withdrawals.failedFirst') : t('withdrawals.failedSecond', { first }))}
      </>
    ),
    fields: [
      {
        name: 'reason',
        label: t('ui.reasonShown'),
        kind: 'choice',
        needed: true,
        options: reasonChoices(t, ['payout_returned', 'payout_impossible']),
      },
      { name: 'proof', label: t('withdrawals.proof'), kind: 'text', needed: true },
    ],
    sendLabel: t('withdrawals.hasFailed'),
    tone: 'error',
    barred: isProviders ? t('withdrawals.isProviders') : undefined,
    send: (values, call) =>
      call('POST withdrawal_settle', {
        customer,
        id,
        outcome: 'failed',
        amount,
        proof: values['proof'] ?? '',
        reason: values['reason'] as (typeof withdrawalReasons)[number],
      }),
  };
}
