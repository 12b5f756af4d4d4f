/** The loan agreement in the customer's language, filled in with the terms of the loan. */
import { AGREEMENT_VERSION } from '@candor/protocol/loans/loan-agreement.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { agreementParagraphs } from './agreement-paragraphs.ts';

/** In per cent. */
export type AgreementRates = {
  readonly daily_rate: string;
  readonly overdue_rate: string;
  readonly overdue_cap: string;
};

export function AgreementText({ rates }: { readonly rates: AgreementRates }) {
  const t = useTranslations('loanAgreement');
  const { decimal } = useFormat();
  const percent = (rate: string): string => `${decimal(rate, { min: 0, max: 6 })}%`;
  const figures = {
    daily: percent(rates.daily_rate),
    overdue: percent(rates.overdue_rate),
    cap: percent(rates.overdue_cap),
  };
  return (
    <>
      <ol className="list-decimal space-y-3 pl-5 text-base marker:text-quiet">
        {agreementParagraphs.map((name) => (
          <li key={name} className="pl-1">
            {t(name, figures)}
          </li>
        ))}
      </ol>
      <p className="pt-4 text-sm text-quiet">{t('version', { version: AGREEMENT_VERSION })}</p>
    </>
  );
}
