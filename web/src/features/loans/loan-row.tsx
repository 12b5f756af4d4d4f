/** A loan in a list, with a label for its state. */
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { AmountText } from '../../parts/amount-text.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import type { Loan } from './use-loans.ts';

const tones = { pending_review: 'accent', disbursed: 'accent', settled: 'good', failed: 'bad' } as const;

/** "Overdue" takes precedence over every other state. */
export function LoanBadge({ loan }: { readonly loan: Loan }) {
  const t = useTranslations('loans');
  if (loan.overdue) return <Badge tone="warning">{t('overdue')}</Badge>;
  if (loan.reason === 'cancelled_by_customer') return <Badge>{t('cancelled')}</Badge>;
  return <Badge tone={tones[loan.status]}>{t(`status.${loan.status}`)}</Badge>;
}

export function LoanRow({ loan, onOpen }: { readonly loan: Loan; readonly onOpen: () => void }) {
  const t = useTranslations('loans');
  const { moment } = useFormat();
  return (
    <ListRow
      onPress={onOpen}
      chevron
      wrap
      title={<AmountText value={loan.amount} unit={loan.currency} private />}
      subtitle={
        <>
          <span className="block">{t('days', { count: loan.days })}</span>
          <span className="block">{moment(loan.applied_at)}</span>
        </>
      }
      end={<LoanBadge loan={loan} />}
    />
  );
}
