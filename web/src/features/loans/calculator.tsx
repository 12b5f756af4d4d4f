/** The loan calculator, which shows the cost of a loan before anything else is requested. */
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { AmountField } from '../../parts/amount-field.tsx';
import { ChoiceGrid } from '../../ui/choice-grid.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { Section } from '../../ui/section.tsx';
import type { LoanDraft, LoanField } from './application-form.ts';
import type { LoanCost, LoanOffer } from './loan-cost.ts';
import type { LoanConfig } from './use-loans.ts';
import { useMoneySeconds } from './use-loans.ts';

const DAY_SECONDS = 86_400;
const PLACES = 8;

function DueDate({ days }: { readonly days: number }) {
  const { date } = useFormat();
  return date(useMoneySeconds() + days * DAY_SECONDS);
}

type CostProps = {
  readonly cost: LoanCost;
  readonly config: Pick<LoanConfig, 'currency' | 'overdue_rate'>;
};

export function CostFacts({ cost, config: { currency, overdue_rate } }: CostProps) {
  const t = useTranslations('loans');
  const { money, moneyUp, decimal } = useFormat();
  const paid = (value: string): string => `${moneyUp(value)} ${currency}`;
  return (
    <>
      <FactRow name={t('youReceive')}>{`${money(cost.amount)} ${currency}`}</FactRow>
      <FactRow name={t('interestADay')}>{paid(cost.interestADay)}</FactRow>
      <FactRow name={t('interestTotal', { days: cost.days })}>{paid(cost.interest)}</FactRow>
      <FactRow name={t('total')} strong>
        {paid(cost.total)}
      </FactRow>
      <FactRow name={t('dueIfNow')}>
        <DueDate days={cost.days} />
      </FactRow>
      <FactRow name={t('apr')}>{`${decimal(cost.apr, { max: 2 })}%`}</FactRow>
      <FactRow name={t('overdueFee')}>
        {t('overdueFeeAtMost', {
          rate: `${decimal(overdue_rate, { min: 0, max: 4 })}%`,
          max: `${money(cost.feesMax)} ${currency}`,
        })}
      </FactRow>
    </>
  );
}

function CostWords({ cost, config: { currency, overdue_rate } }: CostProps) {
  const t = useTranslations('loans');
  const { money, moneyUp, decimal } = useFormat();
  return (
    <div className="space-y-2 text-sm text-soft">
      <p>
        {t('inWords', {
          amount: `${money(cost.amount)} ${currency}`,
          total: `${moneyUp(cost.total)} ${currency}`,
          days: cost.days,
        })}
      </p>
      <p>
        {t('lateInWords', {
          rate: `${decimal(overdue_rate, { min: 0, max: 4 })}%`,
          first: `${moneyUp(cost.firstFee)} ${currency}`,
          max: `${money(cost.feesMax)} ${currency}`,
        })}
      </p>
    </div>
  );
}

export type CalculatorProps = {
  readonly config: LoanConfig;
  readonly draft: LoanDraft;
  readonly offer: LoanOffer;
  readonly errorAt: (field: LoanField) => string | undefined;
  readonly onEdit: (field: LoanField, value: string) => void;
};

export function Calculator({ config, draft, offer, errorAt, onEdit }: CalculatorProps) {
  const t = useTranslations('loans');
  const { quantity } = useFormat();
  const bounds = t('bounds', {
    min: `${quantity(config.min)} ${config.currency}`,
    max: `${quantity(config.max)} ${config.currency}`,
  });
  const outside = offer.problem === 'out_of_range' ? bounds : undefined;
  return (
    <Section title={t('howMuch')}>
      <div className="space-y-4 p-4">
        <AmountField
          label={t('amount')}
          value={draft.amount}
          onChange={(amount) => onEdit('amount', amount)}
          decimals={PLACES}
          unit={config.currency}
          placeholder="0"
          error={errorAt('amount') ?? outside}
          hint={bounds}
        />
        <div className="space-y-1.5">
          <p className="text-sm font-medium text-soft">{t('period')}</p>
          <ChoiceGrid
            label={t('period')}
            columns={3}
            choices={config.days.map((days) => ({ value: `${days}`, label: t('days', { count: days }) }))}
            value={draft.days}
            onChoose={(days) => onEdit('days', days)}
          />
          {errorAt('days') !== undefined && (
            <p role="alert" className="text-sm text-danger">
              {errorAt('days')}
            </p>
          )}
        </div>
        {offer.cost === undefined ? (
          <p className="text-sm text-quiet">{t('costsHere')}</p>
        ) : (
          <>
            <dl className="border-t border-line pt-2">
              <CostFacts cost={offer.cost} config={config} />
            </dl>
            <CostWords cost={offer.cost} config={config} />
          </>
        )}
      </div>
    </Section>
  );
}
