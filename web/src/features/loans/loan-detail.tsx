/**
 * One loan: the amount owed now, its steps, all its facts and each repayment. Before the decision, also the button that
 * withdraws the application.
 */
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { useHouseSeconds } from '../../lib/use-house-seconds.ts';
import { Button } from '../../ui/button.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { TakeBack } from '../../parts/take-back.tsx';
import type { TimelineStep } from '../../ui/timeline.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { LoanFacts, Owed } from './loan-facts.tsx';
import { daysLeft, loanSteps } from './loan-steps.ts';
import type { LoanStep } from './loan-steps.ts';
import { RepaySheet } from './repay-sheet.tsx';
import { Repayments } from './repayments.tsx';
import type { Loan } from './use-loans.ts';
import { useMoneySeconds } from './use-loans.ts';

/** Returns the texts of the steps, with the deadline of a pending step and the reason for a refusal. */
function useSteps(loan: Loan): readonly TimelineStep[] {
  const t = useTranslations('loans');
  const { moment } = useFormat();
  const deadline = moment(loan.deadline_at);
  const wall = useHouseSeconds();
  const textOf = ({ name, state }: LoanStep): string | undefined => {
    if (name === 'review') return t(state === 'late' ? 'reviewLate' : 'reviewText', { time: deadline });
    if (name === 'failed' && loan.reason !== null) return t(`reason.${loan.reason}`);
    if (name === 'settled' && loan.reason === 'start_over') return t('reason.start_over');
    if (name === 'repay' && state !== 'next' && loan.due_at !== null) {
      return t('repayBy', { time: moment(loan.due_at) });
    }
    return undefined;
  };
  return loanSteps(loan, wall).map((step) => ({
    state: step.state,
    title: t(`step.${step.name}`),
    time: step.at === null ? undefined : moment(step.at),
    text: textOf(step),
  }));
}

function OverdueNotice({ loan }: { readonly loan: Loan }) {
  const t = useTranslations('loans');
  const { moment, decimal } = useFormat();
  const percent = (rate: string): string => `${decimal(rate, { min: 0, max: 4 })}%`;
  return (
    <div role="status" className="mx-4 mt-3 rounded-card bg-warning-wash px-3 py-2.5 text-sm text-warning">
      <p className="font-semibold">{t('overdueSince', { time: moment(loan.due_at ?? 0) })}</p>
      <p>{t('overdueText', { rate: percent(loan.overdue_rate), cap: percent(loan.overdue_cap) })}</p>
    </div>
  );
}

function OwedNow({ loan, onRepay }: { readonly loan: Loan; readonly onRepay: () => void }) {
  const t = useTranslations('loans');
  const { moment } = useFormat();
  const left = daysLeft(loan, useMoneySeconds());
  return (
    <>
      {loan.overdue && <OverdueNotice loan={loan} />}
      <div className="px-4 pt-3">
        <p className="text-sm text-soft">{t('owedNow')}</p>
        <p className="text-2xl font-semibold">
          <Owed value={loan.due} currency={loan.currency} />
        </p>
      </div>
      <dl className="px-4 py-2">
        {loan.overdue_fee !== '0' && (
          <FactRow name={t('overdueFee')}>
            <Owed value={loan.overdue_fee} currency={loan.currency} />
          </FactRow>
        )}
        <FactRow name={t('interest')}>
          <Owed value={loan.interest} currency={loan.currency} />
        </FactRow>
        <FactRow name={t('principal')}>
          <Owed value={loan.unpaid} currency={loan.currency} />
        </FactRow>
        <FactRow name={t('dueAt')}>
          <span className="block">{moment(loan.due_at ?? 0)}</span>
          {left !== undefined && <span className="block text-quiet">{t('daysLeft', { count: left })}</span>}
        </FactRow>
      </dl>
      <div className="px-4 pb-4">
        <Button block onClick={onRepay}>
          {t('repay')}
        </Button>
      </div>
    </>
  );
}

function Cancel({ loan }: { readonly loan: Loan }) {
  const t = useTranslations('loans');
  const { money } = useFormat();
  const sentence = t('cancelSentence', { amount: `${money(loan.amount)} ${loan.currency}` });
  return (
    <TakeBack
      call="POST lh/loan/cancel"
      id={loan.id}
      texts={{ ask: t('cancel'), title: t('cancelTitle'), sentence, confirm: t('cancelConfirm') }}
    />
  );
}

export function LoanDetail({ loan }: { readonly loan: Loan }) {
  const steps = useSteps(loan);
  const [repaying, setRepaying] = useState(false);
  return (
    <div className="-mx-4">
      {loan.status === 'disbursed' && <OwedNow loan={loan} onRepay={() => setRepaying(true)} />}
      <Timeline steps={steps} />
      {loan.status === 'pending_review' && <Cancel loan={loan} />}
      <LoanFacts loan={loan} />
      {loan.disbursed_at !== null && <Repayments loan={loan} />}
      {/* When the loan is settled, the receipt replaces the button. */}
      {loan.disbursed_at !== null && (
        <RepaySheet open={repaying} loan={loan} onClose={() => setRepaying(false)} />
      )}
    </div>
  );
}
