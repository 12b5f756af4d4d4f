/** The outcome of an order to open: the price with the tape entry that proves it, or the note that the order is open. */
import { amount } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { FactRow } from '../../ui/fact-row.tsx';
import { useOpeningFigures } from './opening-preview.tsx';
import { isAtMarket } from './opening.ts';
import type { OpeningRequest } from './opening.ts';
import type { Opening } from './use-opening.ts';

export type OpenedFactsProps = {
  readonly opening: Opening;
  /** The request that was sent, which may be an unanswered order for a different instrument. */
  readonly request: OpeningRequest;
  readonly result: CallOutput<'POST lever/submit'>;
  /** The reason for the position's close, if it has been closed in the meantime. */
  readonly ended: string | undefined;
};

export function OpenedFacts({ opening, request, result, ended }: OpenedFactsProps) {
  const t = useTranslations('opening');
  const spot = useTranslations('spot');
  const orders = useTranslations('orders');
  const format = useFormat();
  const { money, price: onTick } = useOpeningFigures(opening);
  const { symbol } = request;
  const price = (text: string): string =>
    symbol === opening.row.symbol
      ? onTick(amount(text))
      : `${format.decimal(text, { min: 2, max: 8 })} ${symbol.split('/')[1] ?? ''}`;
  const rests = result.status === 'pending';
  return (
    <>
      {rests && (
        <p className="pb-2 text-base">{isAtMarket(request) ? spot('waitingText') : t('restingText')}</p>
      )}
      <dl>
        {result.price !== null && (
          <FactRow name={t('openedAt')} strong>
            {price(result.price)}
          </FactRow>
        )}
        {ended !== undefined && <FactRow name={orders('ended')}>{ended}</FactRow>}
        <FactRow name={t('margin')}>{money(amount(result.margin))}</FactRow>
        <FactRow name={t('feePaid')}>{money(amount(result.fee))}</FactRow>
        {!(rests && result.liquidation_price === null) && (
          <FactRow name={t('closeOut')}>
            {result.liquidation_price === null ? t('noCloseOut') : price(result.liquidation_price)}
          </FactRow>
        )}
        {result.tape_seq !== null && (
          <FactRow name={orders('tapeEntry')}>
            {orders('tapeSeq', { symbol, seq: String(result.tape_seq) })}
          </FactRow>
        )}
      </dl>
    </>
  );
}
