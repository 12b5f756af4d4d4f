/** The repayments of a loan, each split into fee, interest and principal. */
import { HandCoins } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { useCall } from '../../lib/queries.ts';
import { AmountText } from '../../parts/amount-text.tsx';
import { ItemList } from '../../parts/item-list.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import type { Loan, Repayment } from './use-loans.ts';

const PLACES = 8;

function RepaymentRow({ repayment, currency }: { readonly repayment: Repayment; readonly currency: string }) {
  const t = useTranslations('loans');
  const { moment, decimal } = useFormat();
  // Formats to the last decimal place, so that the parts add up to the amount.
  const exact = (value: string): string => decimal(value, { min: 2, max: PLACES });
  const { fee, interest, principal } = repayment;
  return (
    <ListRow
      wrap
      title={moment(repayment.time)}
      subtitle={t('splitOf', { fee: exact(fee), interest: exact(interest), principal: exact(principal) })}
      end={<AmountText value={repayment.amount} unit={currency} private />}
    />
  );
}

export function Repayments({ loan }: { readonly loan: Pick<Loan, 'id' | 'currency'> }) {
  const t = useTranslations('loans');
  const query = useCall('GET lh/loan/payments', { id: loan.id });
  return (
    <>
      <h3 className="border-t border-line px-4 pt-3 pb-1 text-sm font-semibold text-soft">
        {t('repayments')}
      </h3>
      <ItemList
        query={query}
        items={query.data?.items}
        lines={1}
        nothing={{ icon: HandCoins, title: t('noRepayment'), text: t('noRepaymentText') }}
      >
        {(repayment, place) => <RepaymentRow key={place} repayment={repayment} currency={loan.currency} />}
      </ItemList>
    </>
  );
}
