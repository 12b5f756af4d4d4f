/** The breakdown of the total: every part that is not zero, where it is, and how the total is defined. */
import type { Worth, WorthPart } from '@candor/domain/ledger/valuation.ts';
import { worthParts } from '@candor/domain/ledger/valuation.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { useTranslations } from 'use-intl';
import {
  contractPositionsLink,
  fundOrdersLink,
  loanLink,
  ticketsLink,
  walletsLink,
} from '../../lib/links.ts';
import { useValuation } from '../../lib/valuation.ts';
import { AmountText } from '../../parts/amount-text.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Section } from '../../ui/section.tsx';

/** Where each part is. */
const places: Readonly<Record<WorthPart, string>> = {
  spot: walletsLink,
  contract: walletsLink,
  option: ticketsLink,
  fund: fundOrdersLink(),
  open_profit: contractPositionsLink,
  due: fundOrdersLink(),
  loans: loanLink,
};

function useNameOf(): (part: WorthPart) => string {
  const t = useTranslations('totalParts');
  const own = useTranslations('account.accounts');
  return (part) => (part === 'open_profit' || part === 'due' || part === 'loans' ? t(part) : own(part));
}

export function MadeOf({ worth: { parts, total } }: { readonly worth: Worth }) {
  const t = useTranslations('portfolio');
  const account = useTranslations('account');
  const nameOf = useNameOf();
  const valued = useValuation();
  const shown = worthParts.filter((part) => part === 'spot' || parts[part] !== 0n);
  return (
    <Section title={t('madeOf')}>
      {shown.map((part) => (
        <ListRow
          key={part}
          wrap
          title={nameOf(part)}
          subtitle={t(`partMeans.${part}`)}
          end={
            <AmountText
              value={valued.of(formatAmount(parts[part]))}
              signed={part === 'open_profit' || part === 'loans'}
              private
            />
          }
          endSubtitle={valued.currency}
          href={places[part]}
        />
      ))}
      <dl className="hairline px-4 py-2">
        <FactRow name={account('totalValue')} strong>
          <AmountText value={valued.of(formatAmount(total))} unit={valued.currency} private />
        </FactRow>
      </dl>
      <p className="px-4 py-3 text-sm text-quiet">{t('means')}</p>
    </Section>
  );
}
