/** Movements of the balances, by kind, account and currency. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useTranslations } from 'use-intl';
import { AmountText } from '../../parts/amount-text.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Section } from '../../ui/section.tsx';

type Movements = CallOutput<'GET statement/one'>['movements'];

export function MovementsSection({ movements }: { readonly movements: Movements }) {
  const t = useTranslations('statements');
  const own = useTranslations('account.accounts');
  const records = useTranslations('recordKinds');
  const groups = useTranslations('recordGroups');
  const figure = (value: string, currency: string) =>
    value === '0' ? undefined : (
      <AmountText value={value} decimals={8} minDecimals={0} unit={currency} signed private />
    );
  return (
    <Section title={t('movements')}>
      {movements.length === 0 && <p className="p-4 text-sm text-soft">{t('noMovements')}</p>}
      {movements.map(({ kind, group, account, currency, count, received, paid }) => {
        const named = kind as Parameters<typeof records>[0];
        return (
          <ListRow
            key={`${kind} ${account} ${currency}`}
            wrap
            title={records.has(named) ? records(named) : groups(group)}
            subtitle={`${own(account)} · ${t('moved', { count })}`}
            end={figure(received, currency) ?? figure(paid, currency)}
            endSubtitle={received === '0' ? undefined : figure(paid, currency)}
          />
        );
      })}
    </Section>
  );
}
