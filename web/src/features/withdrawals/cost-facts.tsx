/** The cost, the amount received and the expected time, for the form and the confirmation. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { FactRow } from '../../ui/fact-row.tsx';
import type { WithdrawView } from './withdraw-request.ts';
import { percentOf } from './withdraw-request.ts';

export type CostFactsProps = {
  readonly view: Pick<WithdrawView, 'cost' | 'terms'>;
  readonly arrivalHours: number;
};

export function CostFacts({ view: { cost, terms }, arrivalHours }: CostFactsProps) {
  const t = useTranslations('withdrawals');
  const { quantity, decimal } = useFormat();
  if (terms === undefined) return null;
  const exact = (value: bigint): string => `${quantity(formatAmount(value))} ${terms.currency}`;
  const percent = `${decimal(percentOf(terms.fee_rate), { min: 0, max: 4 })}%`;
  return (
    <>
      <FactRow name={t('fee', { percent })}>{cost === undefined ? '–' : exact(cost.fee)}</FactRow>
      <FactRow name={t('arrives')} strong>
        {cost === undefined ? '–' : exact(cost.arrives)}
      </FactRow>
      <FactRow name={t('when')}>{t('withinHours', { hours: arrivalHours })}</FactRow>
    </>
  );
}
