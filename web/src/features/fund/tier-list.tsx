/** The tiers as rows: range, days, and the band as an estimate with its yearly equivalent. */
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { tierLink } from '../../lib/links.ts';
import { Badge } from '../../ui/badge.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import type { Tier } from './join-figures.ts';

type Range = (tier: Pick<Tier, 'min' | 'max'>) => string;

/** Formats the range of a tier without unnecessary decimal places, such as "500–5,000". */
function useFigures(): Range {
  const { quantity } = useFormat();
  return ({ min, max }) => `${quantity(min, 2)}–${quantity(max, 2)}`;
}

/** Formats the range of a tier with its currency, such as "500–5,000 USDT". */
export function useRange(): Range {
  const figures = useFigures();
  return (tier) => `${figures(tier)} USDT`;
}

/** Formats the band of daily rates, such as "1.83–2.01%". */
export function useBand(): (min: string, max: string) => string {
  const { decimal } = useFormat();
  return (min, max) => `${decimal(min, { min: 0, max: 2 })}–${decimal(max, { min: 0, max: 2 })}%`;
}

export function TierList({ tiers }: { readonly tiers: readonly Tier[] }) {
  const t = useTranslations('fund');
  const figures = useFigures();
  const band = useBand();
  return tiers.map((tier) => (
    <ListRow
      key={tier.id}
      href={tierLink(tier.id)}
      wrap
      title={<span className="whitespace-normal">{figures(tier)}</span>}
      subtitle={
        <>
          <span className="block">{`${t('lockedDays', { count: tier.days })} · USDT`}</span>
          {!tier.open && tier.closed_by !== null && (
            <Badge tone="warning">{t(`closedBy.${tier.closed_by}`)}</Badge>
          )}
        </>
      }
      end={band(tier.rate_min, tier.rate_max)}
      endSubtitle={t('aDay')}
    />
  ));
}
