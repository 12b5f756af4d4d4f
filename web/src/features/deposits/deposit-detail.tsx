/** One deposit: its steps, its facts and, before the decision, the button that withdraws the request. */
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { FactRow } from '../../ui/fact-row.tsx';
import { TakeBack } from '../../parts/take-back.tsx';
import type { TimelineStep } from '../../ui/timeline.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import type { DepositStep } from './deposit-steps.ts';
import { depositSteps } from './deposit-steps.ts';
import type { Deposit } from './use-deposits.ts';
import { useNetworkName } from './where-to-send.tsx';

/** Returns the texts of the steps, with the deadline of a pending step and the reason for a refusal. */
function useSteps(deposit: Deposit): readonly TimelineStep[] {
  const t = useTranslations('deposits');
  const { moment, quantity } = useFormat();
  const deadline = moment(deposit.deadline_at);
  const textOf = ({ name, state }: DepositStep): string | undefined => {
    if (state === 'late') return t('overdueText', { time: deadline });
    if (state === 'now') return t(name === 'waiting' ? 'waitingText' : 'reviewText', { time: deadline });
    if (name === 'failed' && deposit.reason !== null && deposit.reason !== 'cancelled_by_customer')
      return t(`reason.${deposit.reason}`);
    if (name === 'success' && deposit.credited !== null) {
      const { amount, currency } = deposit.credited;
      return t('creditedText', { amount: `${quantity(amount)} ${currency}` });
    }
    return undefined;
  };
  return depositSteps(deposit).map((step) => ({
    state: step.state,
    title: t(`step.${step.name}`),
    time: step.at === null ? undefined : moment(step.at),
    text: textOf(step),
  }));
}

function Facts({ deposit }: { readonly deposit: Deposit }) {
  const t = useTranslations('deposits');
  const { quantity, decimal } = useFormat();
  const networkName = useNetworkName();
  const { credited } = deposit;
  return (
    <dl className="border-t border-line px-4 py-2">
      <FactRow name={t('amount')} strong>
        {`${quantity(deposit.amount)} ${deposit.currency}`}
      </FactRow>
      <FactRow name={t('network')}>{networkName(deposit.network)}</FactRow>
      {deposit.reference !== null && (
        <FactRow name={t('ownReference')}>
          <span className="break-all">{deposit.reference}</span>
        </FactRow>
      )}
      {credited !== null && credited.rate !== null && (
        <FactRow name={t('rateOf')}>{decimal(credited.rate, { min: 2, max: 8 })}</FactRow>
      )}
      {credited !== null && (
        <FactRow name={t('houseReference')}>
          <span className="break-all">{credited.reference}</span>
        </FactRow>
      )}
    </dl>
  );
}

function Cancel({ deposit }: { readonly deposit: Deposit }) {
  const t = useTranslations('deposits');
  const { quantity } = useFormat();
  const sentence = t('cancelSentence', { amount: `${quantity(deposit.amount)} ${deposit.currency}` });
  return (
    <TakeBack
      call="POST wallet/charge_cancel"
      id={deposit.id}
      texts={{ ask: t('cancel'), title: t('cancelTitle'), sentence, confirm: t('cancelConfirm') }}
    />
  );
}

export function DepositDetail({ deposit }: { readonly deposit: Deposit }) {
  const steps = useSteps(deposit);
  return (
    <div className="-mx-4">
      <Timeline steps={steps} />
      <Facts deposit={deposit} />
      {deposit.status === 'under_review' && <Cancel deposit={deposit} />}
    </div>
  );
}
