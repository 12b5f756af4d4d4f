/** Results by source, and every fee so far by its kind, from the calls that statements and records use too. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useTranslations } from 'use-intl';
import { signOf, useFormat } from '../../lib/format.ts';
import { accumulatedLink } from '../../lib/links.ts';
import { useSession } from '../../lib/session.ts';
import { AmountText } from '../../parts/amount-text.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Section } from '../../ui/section.tsx';
import type { IncomeLine } from './figures.ts';
import { costInUsdt } from './figures.ts';

export function IncomeSection({ lines }: { readonly lines: readonly IncomeLine[] }) {
  const t = useTranslations('portfolio');
  const titles = useTranslations('titles');
  const names = useTranslations('incomeSources');
  const hints = useTranslations('incomeSourceHints');
  const nameOf = ({ source }: IncomeLine): readonly [string, string] => {
    if (source === 'spot') return [t('spotIncome'), t('spotIncomeHint')];
    if (source === 'interest') return [t('interest'), t('interestHint')];
    return [names(source), hints(source)];
  };
  return (
    <Section title={t('income')} more={{ href: accumulatedLink, label: titles('accumulated') }}>
      {lines.length === 0 ? (
        <p className="p-4 text-sm text-soft">{t('noIncome')}</p>
      ) : (
        <>
          {lines.map((line) => {
            const [title, subtitle] = nameOf(line);
            const sign = signOf(line.total);
            return (
              <ListRow
                key={line.source}
                wrap
                title={title}
                subtitle={subtitle}
                end={
                  <span className={sign > 0 ? 'text-up' : 'text-down'}>
                    <AmountText value={line.total} signed private />
                  </span>
                }
                endSubtitle="USDT"
              />
            );
          })}
          <p className="px-4 py-3 text-sm text-quiet">{t('incomeMeans')}</p>
        </>
      )}
    </Section>
  );
}

export function FeesSection({ costs }: { readonly costs: CallOutput<'GET statement/costs'> }) {
  const t = useTranslations('portfolio');
  const kinds = useTranslations('costKinds');
  const format = useFormat();
  const hidden = useSession((session) => session.amountsHidden);
  if (costs.length === 0) {
    return (
      <Section title={t('fees')}>
        <p className="p-4 text-sm text-soft">{t('noFees')}</p>
      </Section>
    );
  }
  return (
    <Section title={t('fees')}>
      <p className="hairline px-4 py-3 text-sm text-soft">
        {t('feesPaid', { amount: hidden ? '••••' : format.money(costInUsdt(costs)) })}
      </p>
      {costs.map(({ kind, currency, amount }) => (
        <ListRow
          key={`${kind} ${currency}`}
          wrap
          title={kinds(kind)}
          end={<AmountText value={amount} decimals={8} minDecimals={2} private />}
          endSubtitle={currency}
        />
      ))}
      <p className="px-4 py-3 text-sm text-quiet">{t('feesMean')}</p>
    </Section>
  );
}
