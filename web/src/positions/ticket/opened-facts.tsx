/** What became of an order to open: the price and the tape entry that proves it, or that it rests. */
import { amount } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useTranslations } from 'use-intl';
import { FactRow } from '../../ui/fact-row.tsx';
import { useOpeningFigures } from './opening-preview.tsx';
import type { Opening } from './use-opening.ts';

export type OpenedFactsProps = {
  readonly opening: Opening;
  readonly result: CallOutput<'POST lever/submit'>;
};

export function OpenedFacts({ opening, result }: OpenedFactsProps) {
  const t = useTranslations('opening');
  const orders = useTranslations('orders');
  const { money, price } = useOpeningFigures(opening);
  const { symbol } = opening.row;
  const rests = result.status === 'pending';
  return (
    <>
      {rests && <p className="pb-2 text-base">{t('restingText')}</p>}
      <dl>
        {result.price !== null && (
          <FactRow name={t('openedAt')} strong>
            {price(amount(result.price))}
          </FactRow>
        )}
        <FactRow name={t('margin')}>{money(amount(result.margin))}</FactRow>
        <FactRow name={t('feePaid')}>{money(amount(result.fee))}</FactRow>
        <FactRow name={t('closeOut')}>
          {result.liquidation_price === null ? t('noCloseOut') : price(amount(result.liquidation_price))}
        </FactRow>
        {result.tape_seq !== null && (
          <FactRow name={orders('tapeEntry')}>
            {orders('tapeSeq', { symbol, seq: String(result.tape_seq) })}
          </FactRow>
        )}
      </dl>
    </>
  );
}
