/** The terms and costs of trading a pair or metal: lot size, value of a pip in USDT, fee, financing and conversion rate. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { conversionRatesLink, leverageCostsLink } from '../../lib/links.ts';
import { FactRow } from '../../ui/fact-row.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Section } from '../../ui/section.tsx';
import { pipValue } from './pips.ts';

export type ForexTerms = CallOutput<'GET currency/whtrade'>;

const HUNDRED = 100n;

/** Converts a fraction to a percentage: "0.0005" becomes "0.05". */
function asPercent(rate: string): string {
  return formatAmount(amount(rate) * HUNDRED);
}

function LotFacts({ terms, base }: { readonly terms: ForexTerms; readonly base: string }) {
  const t = useTranslations('forex');
  const format = useFormat();
  const { limits, rate } = terms;
  const worth =
    rate === null
      ? undefined
      : pipValue({ contractSize: limits.contract_size, pipSize: limits.pip_size, rate: rate.rate });
  return (
    <>
      <FactRow name={t('lot')}>{`${format.quantity(limits.contract_size)} ${base}`}</FactRow>
      <FactRow name={t('lots')}>
        {t('lotsRange', {
          min: format.quantity(limits.quantity_min),
          max: format.quantity(limits.quantity_max),
          step: format.quantity(limits.quantity_step),
        })}
      </FactRow>
      <FactRow name={t('pip')}>{format.quantity(limits.pip_size)}</FactRow>
      {worth !== undefined && (
        <FactRow name={t('pipValue')} strong>
          {format.decimal(formatAmount(worth), { min: 2, max: 4 })} USDT
        </FactRow>
      )}
    </>
  );
}

function CostFacts({ terms }: { readonly terms: ForexTerms }) {
  const t = useTranslations('forex');
  const opening = useTranslations('opening');
  const format = useFormat();
  const { leverages, fees, financing } = terms;
  const percent = (rate: string) => `${format.decimal(asPercent(rate), { min: 0, max: 6 })}%`;
  return (
    <>
      <FactRow name={opening('leverage')}>{leverages.map((times) => `${times}×`).join(' ')}</FactRow>
      <FactRow name={t('fee')}>{percent(fees.open_rate)}</FactRow>
      <FactRow name={t('financing')}>
        {t('financingRates', {
          long: percent(financing.long_rate),
          short: percent(financing.short_rate),
        })}
      </FactRow>
      <FactRow name={t('financingNext')}>{format.moment(financing.next_at)}</FactRow>
    </>
  );
}

export function TermsSection({ terms, base }: { readonly terms: ForexTerms; readonly base: string }) {
  const t = useTranslations('forex');
  const titles = useTranslations('titles');
  const format = useFormat();
  const { rate } = terms;
  return (
    <Section title={t('terms')}>
      <dl className="hairline px-4 py-2">
        <LotFacts terms={terms} base={base} />
        <CostFacts terms={terms} />
      </dl>
      <ListRow
        title={titles('conversionRates')}
        subtitle={
          rate === null
            ? t('ratesNone')
            : `1 ${rate.currency} = ${format.decimal(rate.rate, { min: 0, max: 8 })} USDT`
        }
        href={conversionRatesLink}
      />
      <ListRow title={titles('leverageCosts')} href={leverageCostsLink} />
    </Section>
  );
}
