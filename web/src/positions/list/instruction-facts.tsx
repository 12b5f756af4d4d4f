/** The time in force of an IOC or FOK order, with its limit; and the customer's own name for the order. */
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import type { Position } from '../../live/position-list.ts';
import { FactRow } from '../../ui/fact-row.tsx';

export type InstructionFactsProps = {
  readonly position: Position;
  readonly tickSize: string;
};

export function InstructionFacts({ position, tickSize }: InstructionFactsProps) {
  const t = useTranslations('orders');
  const format = useFormat();
  const { time_in_force: term, worst_price: limit, client_order_id: ownName } = position;
  const isImmediate = term === 'IOC' || term === 'FOK';
  return (
    <>
      {/* Such an order is stored as a market order whose worst price is its limit. */}
      {isImmediate && typeof limit === 'string' && (
        <FactRow name={t('limitPrice')}>{format.price(limit, tickSize)}</FactRow>
      )}
      {isImmediate && <FactRow name={t('inForce')}>{t(`immediate.${term}`)}</FactRow>}
      {typeof ownName === 'string' && <FactRow name={t('ownName')}>{ownName}</FactRow>}
    </>
  );
}
