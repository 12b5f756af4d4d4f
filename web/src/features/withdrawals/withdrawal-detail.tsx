/** One withdrawal: its steps with reason and deadline, its facts and, before the approval, the button that cancels it. */
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { chainNamesShown } from '../../lib/network-names.ts';
import { FactRow } from '../../ui/fact-row.tsx';
import { TakeBack } from '../../parts/take-back.tsx';
import type { TimelineStep } from '../../ui/timeline.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import type { Withdrawal } from './use-withdrawals.ts';
import type { WithdrawalStep } from './withdrawal-steps.ts';
import { withdrawalSteps } from './withdrawal-steps.ts';

/** Returns the text below a step: its deadline, the reason for a hold or a delayed payment, or the notice that it is overdue. */
function useStepText(one: Withdrawal): (step: WithdrawalStep) => string | undefined {
  const t = useTranslations('withdrawals');
  const { moment } = useFormat();
  return ({ name, state }) => {
    const { hold, paused, reason } = one;
    const time = moment(hold?.until ?? one.deadline_at);
    const late = t('overdueText', { time });
    if (name === 'held' && hold !== null) {
      const held = t('heldBecause', { reason: t(`holdReason.${hold.reason}`), time });
      return state === 'late' ? `${held} ${late}` : held;
    }
    if (name === 'paused' && paused !== null) {
      const waits = t(`pausedBecause.${paused}`);
      return state === 'late' ? `${waits} ${late}` : waits;
    }
    if (state === 'late') return late;
    if (state === 'now') return t('reviewText', { time });
    if (name === 'cancelled') return t('moneyBack');
    if (name === 'failed' && reason !== null) return t('failedBecause', { reason: t(`reason.${reason}`) });
    return undefined;
  };
}

function Facts({ one }: { readonly one: Withdrawal }) {
  const t = useTranslations('withdrawals');
  const { quantity } = useFormat();
  const exact = (value: string): string => `${quantity(value)} ${one.currency}`;
  return (
    <dl className="border-t border-line px-4 py-2">
      <FactRow name={t('to')}>
        <span className="font-mono text-xs break-all">{one.address}</span>
      </FactRow>
      <FactRow name={t('network')}>{chainNamesShown[one.network]}</FactRow>
      <FactRow name={t('amount')}>{exact(one.amount)}</FactRow>
      {/* No cost is shown for a returned withdrawal, because nothing was charged. */}
      {one.status !== 'failed' && (
        <>
          <FactRow name={t('feeTaken')}>{exact(one.fee)}</FactRow>
          <FactRow name={t('arrives')} strong>
            {exact(one.arrives)}
          </FactRow>
        </>
      )}
      {one.paid_reference !== null && (
        <FactRow name={t('paidReference')}>
          <span className="font-mono text-xs break-all">{one.paid_reference}</span>
        </FactRow>
      )}
    </dl>
  );
}

function Cancel({ one }: { readonly one: Withdrawal }) {
  const t = useTranslations('withdrawals');
  const { quantity } = useFormat();
  const sentence = t('cancelSentence', { amount: `${quantity(one.amount)} ${one.currency}` });
  return (
    <TakeBack
      call="POST wallet/out_cancel"
      id={one.id}
      texts={{ ask: t('cancel'), title: t('cancelTitle'), sentence, confirm: t('cancelConfirm') }}
    />
  );
}

export function WithdrawalDetail({ withdrawal: one }: { readonly withdrawal: Withdrawal }) {
  const t = useTranslations('withdrawals');
  const { moment } = useFormat();
  const textOf = useStepText(one);
  const steps = withdrawalSteps(one).map((step): TimelineStep => ({
    state: step.state,
    title: t(`step.${step.name}`),
    time: step.at === null ? undefined : moment(step.at),
    text: textOf(step),
  }));
  return (
    <div className="-mx-4">
      <Timeline steps={steps} />
      <Facts one={one} />
      {one.status === 'under_review' && <Cancel one={one} />}
    </div>
  );
}
