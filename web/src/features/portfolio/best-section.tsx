/** The best and the worst day and coin, in money and in per cent. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useTranslations } from 'use-intl';
import { signOf, useFormat } from '../../lib/format.ts';
import { AmountText } from '../../parts/amount-text.tsx';
import { ChangeText } from '../../parts/change-text.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Section } from '../../ui/section.tsx';
import type { CoinHeld } from './figures.ts';
import { bestAndWorstCoin } from './figures.ts';

type History = CallOutput<'GET portfolio/history'>;

type LineProps = {
  readonly title: string;
  readonly what: string;
  readonly profit: string;
  readonly percent: string | null | undefined;
};

function Line({ title, what, profit, percent }: LineProps) {
  return (
    <ListRow
      wrap
      title={title}
      subtitle={what}
      end={
        <span className={signOf(profit) > 0 ? 'text-up' : 'text-down'}>
          <AmountText value={profit} unit="USDT" signed private />
        </span>
      }
      endSubtitle={typeof percent === 'string' ? <ChangeText value={percent} /> : undefined}
    />
  );
}

export function BestSection({
  history: { best_day: best, worst_day: worst },
  coins,
}: {
  readonly history: Pick<History, 'best_day' | 'worst_day'>;
  readonly coins: readonly CoinHeld[];
}) {
  const t = useTranslations('portfolio');
  const format = useFormat();
  const coin = bestAndWorstCoin(coins);
  const ofDay = (title: string, day: History['best_day']): LineProps[] =>
    day === null
      ? []
      : [
          {
            ...{ title, what: format.date(day.time - 1) },
            ...{ profit: day.profit_usdt, percent: day.return_percent },
          },
        ];
  const ofCoin = (title: string, held: CoinHeld | undefined): LineProps[] =>
    held?.profit === undefined
      ? []
      : [{ title, what: held.currency, profit: held.profit, percent: held.percent }];
  const lines = [
    ...ofDay(t('bestDay'), best),
    ...ofDay(t('worstDay'), worst),
    ...ofCoin(t('bestCoin'), coin.best),
    ...ofCoin(t('worstCoin'), coin.worst),
  ];
  return (
    <Section title={t('best')}>
      {lines.length === 0 ? (
        <p className="p-4 text-sm text-soft">{t('noBest')}</p>
      ) : (
        lines.map((line) => <Line key={line.title} {...line} />)
      )}
    </Section>
  );
}
