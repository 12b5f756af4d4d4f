/** How the payment of an approved withdrawal went, as the treasurer says. */
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import type { withdrawalReasons } from '@candor/protocol/withdrawals/schemas.ts';
import { call } from '../../lib/api.ts';
import { money } from '../../lib/figures.ts';
import { codeWords } from '../../lib/words.ts';
import type { Verdict } from '../../kit/decision-bar.tsx';

type Withdrawal = ConsoleOutput<'GET withdrawal'>;

/** How long the provider alone says that a payment failed which it has taken, counted from the approval. */
const PROVIDERS_SECONDS = 24 * 3600;

export function settleVerdicts(withdrawal: Withdrawal, now: number): readonly Verdict[] {
  return [paid(withdrawal), failed(withdrawal, now)];
}

function paid(withdrawal: Withdrawal): Verdict {
  const { customer, id, amount, arrives, currency, address, network } = withdrawal;
  return {
    act: 'paid',
    keySign: 'p',
    label: 'Was paid',
    name: `withdrawal-${customer}-${id}-paid`,
    title: 'It was paid',
    says: (
      <>
        Books <b>{money(arrives, currency)}</b> out of custody as paid to{' '}
        <b style={{ fontFamily: 'ui-monospace, monospace' }}>{address}</b> on {codeWords(network)}. There is
        no way back.
      </>
    ),
    fields: [
      {
        name: 'reference',
        label: 'Reference of the payment',
        kind: 'line',
        needed: true,
        hint: 'The transaction’s id; the customer sees it.',
      },
    ],
    sendLabel: 'It was paid',
    send: (values) =>
      call('POST withdrawal_settle', {
        customer,
        id,
        outcome: 'paid',
        amount,
        reference: values['reference'] ?? '',
      }),
  };
}

function failed(withdrawal: Withdrawal, now: number): Verdict {
  const { customer, id, amount, currency, account, payout, approved_at: approvedAt } = withdrawal;
  const { needs_second: isLarge, failing_by: first } = withdrawal;
  const isProviders = payout?.acknowledged === true && now < (approvedAt ?? now) + PROVIDERS_SECONDS;
  return {
    act: 'failed',
    keySign: 'f',
    label: 'Certainly failed',
    name: `withdrawal-${customer}-${id}-failed`,
    title: 'The payment certainly failed',
    says: (
      <>
        Gives <b>{money(amount, currency)}</b> back to {account} ({customer}). Only where it is proven that
        nothing was paid: silence proves nothing.
        {isLarge && (first === null ? ' A second person has to say so too.' : ` ${first} said so first.`)}
      </>
    ),
    fields: [
      {
        name: 'reason',
        label: 'Reason, told to the customer',
        kind: 'choice',
        needed: true,
        options: ['payout_returned', 'payout_impossible'],
      },
      { name: 'proof', label: 'What proves it', kind: 'text', needed: true },
    ],
    sendLabel: 'It failed',
    tone: 'error',
    barred: isProviders
      ? 'The payment provider has taken it and says itself what became of it, for a day after the approval.'
      : undefined,
    send: (values) =>
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
