/** The effect of an order to open, in words: on the ticket, and again in the sheet that confirms it. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { isNowOrNever } from '../../lib/order-terms.ts';
import { useOpeningFigures } from './opening-preview.tsx';
import { typedOpening } from './opening.ts';
import { useQuantityUnit } from './quantity-field.tsx';
import type { Opening } from './use-opening.ts';

/** Returns an empty text until price and quantity are known. */
export function useOpeningSentence(opening: Opening): string {
  const t = useTranslations('opening');
  const format = useFormat();
  const { money, price } = useOpeningFigures(opening);
  const unit = useQuantityUnit(opening);
  const { draft, view, row } = opening;
  const { ticket } = view;
  if (ticket === undefined) return '';
  const quantity = typedOpening(draft).quantity ?? 0n;
  return t(`sentence.${isNowOrNever(draft) ? 'now' : draft.type}.${draft.side}`, {
    quantity: `${format.quantity(formatAmount(quantity))} ${unit}`,
    symbol: row.symbol,
    price: price(draft.type === 'market' ? ticket.price : (view.limitPrice ?? ticket.price)),
    now: price(ticket.price),
    worst: price(view.worstPrice ?? ticket.price),
    leverage: view.leverage,
    margin: money(ticket.margin),
    fee: money(ticket.fee),
    total: money(ticket.total),
  });
}

/**
 * Until the order is complete, says what its type does. The place is about as high as the sentence, so that little moves when the
 * sentence appears.
 */
export function OpeningSentence({ opening }: { readonly opening: Opening }) {
  const t = useTranslations('opening');
  const spot = useTranslations('spot');
  const { type } = opening.draft;
  const about = type === 'stop' ? t('stopAbout') : spot(`about.${type}`);
  const sentence = useOpeningSentence(opening);
  return <p className="min-h-25 text-sm text-soft">{sentence === '' ? about : sentence}</p>;
}
