/** The customer's positions and open orders on one instrument, below its ticket or chart, with all their actions. */
import { useTranslations } from 'use-intl';
import { useSignedIn } from '../../lib/customer.ts';
import type { Product } from '../../live/position-list.ts';
import type { Quotation } from '../../live/quotes.ts';
import { Section } from '../../ui/section.tsx';
import { usePositions } from '../use-positions.ts';
import { PositionCard } from './position-card.tsx';
import { usePositionSheets } from './position-sheets.tsx';
import { RestingRow } from './resting-row.tsx';

export type OpenPositionsProps = {
  readonly product: Product;
  readonly row: Pick<Quotation, 'symbol' | 'tick_size' | 'reopens_at'>;
  readonly allLink: string;
};

export function OpenPositions({ product, row, allLink }: OpenPositionsProps) {
  const t = useTranslations('positions');
  const enabled = useSignedIn();
  const { symbol } = row;
  const holding = usePositions(product, { part: 'holding', symbol, enabled });
  const resting = usePositions(product, { part: 'in_transaction', symbol, enabled });
  const listed = [...(holding.data ?? []), ...(resting.data ?? [])];
  const { act, sheet } = usePositionSheets(
    product,
    holding.data === undefined || resting.data === undefined ? undefined : listed,
  );
  if (!enabled || holding.data === undefined || resting.data === undefined) return null;
  return (
    <Section
      plain
      title={t('openOn', { symbol, count: listed.length })}
      more={{ href: allLink, label: t('allPositions') }}
    >
      {listed.length === 0 && (
        <p className="rounded-card bg-surface px-4 py-5 text-center text-sm text-quiet">{t('noneOpen')}</p>
      )}
      <div className="flex flex-col gap-3">
        {holding.data.map((position) => (
          <PositionCard
            key={position.id}
            position={position}
            tickSize={row.tick_size}
            reopensAt={row.reopens_at}
            onAct={act}
          />
        ))}
        {resting.data.length > 0 && (
          <div className="overflow-hidden rounded-card bg-surface">
            {resting.data.map((position) => (
              <RestingRow key={position.id} position={position} tickSize={row.tick_size} onAct={act} />
            ))}
          </div>
        )}
      </div>
      {sheet}
    </Section>
  );
}
