/** Every field of a loan: the agreed terms, the amounts owed and paid, the dates, and the agreement. */
import { loanDocuments } from '@candor/protocol/loans/schemas.ts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { AmountText } from '../../parts/amount-text.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { AgreementSheet } from './agreement-sheet.tsx';
import { LoanBadge } from './loan-row.tsx';
import type { Loan } from './use-loans.ts';

function Agreement({ loan }: { readonly loan: Loan }) {
  const [reading, setReading] = useState(false);
  return (
    <>
      <button
        type="button"
        onClick={() => setReading(true)}
        className="press -my-2 inline-flex min-h-11 items-center font-medium text-accent"
      >
        {loan.agreement}
      </button>
      <AgreementSheet open={reading} onClose={() => setReading(false)} rates={loan} />
    </>
  );
}

/** Formats amounts owed by the borrower, rounded up as they are charged. */
export function Owed({ value, currency }: { readonly value: string; readonly currency: string }) {
  return <AmountText value={value} unit={currency} up private />;
}

export function LoanFacts({ loan }: { readonly loan: Loan }) {
  const t = useTranslations('loans');
  const { moment, decimal } = useFormat();
  const percent = (rate: string): string => `${decimal(rate, { min: 0, max: 4 })}%`;
  const amounts = [
    ['interestTotal', loan.interest_planned],
    ['total', loan.total_planned],
    ['unpaid', loan.unpaid],
    ['interest', loan.interest],
    ['overdueFee', loan.overdue_fee],
    ['due', loan.due],
  ] as const;
  const times = [
    ['appliedAt', loan.applied_at],
    ['disbursedAt', loan.disbursed_at],
    ['dueAt', loan.due_at],
    ['settledAt', loan.settled_at],
  ] as const;
  return (
    <dl className="border-t border-line px-4 py-2">
      <FactRow name={t('number')}>{loan.id}</FactRow>
      <FactRow name={t('statusName')}>
        <LoanBadge loan={loan} />
      </FactRow>
      <FactRow name={t('amountLent')} strong>
        <AmountText value={loan.amount} unit={loan.currency} private />
      </FactRow>
      <FactRow name={t('period')}>{t('days', { count: loan.days })}</FactRow>
      <FactRow name={t('dailyRate')}>{percent(loan.daily_rate)}</FactRow>
      <FactRow name={t('apr')}>{`${decimal(loan.apr, { max: 2 })}%`}</FactRow>
      <FactRow name={t('method')}>{t('atMaturity')}</FactRow>
      {amounts.map(([name, value]) => (
        <FactRow key={name} name={t(name, { days: loan.days })}>
          <Owed value={value} currency={loan.currency} />
        </FactRow>
      ))}
      <FactRow name={t('repaid')}>
        <AmountText value={loan.repaid} unit={loan.currency} private />
      </FactRow>
      <FactRow name={t('overdueRate')}>{percent(loan.overdue_rate)}</FactRow>
      <FactRow name={t('overdueCap')}>{percent(loan.overdue_cap)}</FactRow>
      {times.map(([name, at]) =>
        at === null ? null : (
          <FactRow key={name} name={t(name)}>
            {moment(at)}
          </FactRow>
        ),
      )}
      <FactRow name={t('documents')}>
        {loanDocuments.map((document) => (
          <span key={document} className="block">
            {t(`document.${document}`)}
          </span>
        ))}
      </FactRow>
      <FactRow name={t('agreementName')}>
        <Agreement loan={loan} />
      </FactRow>
    </dl>
  );
}
