/** The effect of an order, in words: on the ticket, and again in the sheet that confirms it. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import { spotPrice } from '@candor/domain/trading/spot.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format.ts';
import { punctuationOf } from '../../../lib/punctuation.ts';
import { paidText, receivedText } from '../../../lib/shown-amounts.ts';
import { bracketOf, distanceOf, trailingOf } from './protection-draft.ts';
import type { TicketDraft, TicketFacts } from './ticket-draft.ts';
import { isAdvanced } from './ticket-draft.ts';
import type { TicketField } from './ticket-problems.ts';
import type { TicketView } from './ticket.ts';

type Reading = { readonly draft: TicketDraft; readonly facts: TicketFacts; readonly view: TicketView };

/** Returns an empty text until the prices and the size are known. */
export function useOrderSentence({ draft, facts, view }: Reading): string {
  const t = useTranslations('spot');
  const format = useFormat();
  const { base, quote, tickSize } = facts.instrument;
  const { leg } = view;
  if (leg === undefined) return '';
  const price = (value: bigint) => `${format.price(formatAmount(value), formatAmount(tickSize))} ${quote}`;
  const bracket = bracketOf(draft);
  const distance = price(distanceOf(draft, facts) ?? 0n);
  const bps = trailingOf(draft)?.trailingBps;
  const percent = bps === undefined ? '' : format.decimal((bps / 100).toFixed(2), { min: 0, max: 2 });
  const distanceText = percent === '' ? distance : `${percent}% (${distance})`;
  const values = {
    coins: `${format.quantity(formatAmount(leg.quantity))} ${base}`,
    price: price(view.limitPrice ?? leg.price),
    stop: price(view.stopPrice ?? leg.price),
    now: price(spotPrice(draft.side, facts)),
    // Rounds the figures in the safe direction: payments up, receipts down.
    total: `${format.money(draft.side === 'buy' ? paidText(leg.total) : receivedText(leg.total))} ${quote}`,
    distance: distanceText,
    target: price(bracket?.takeProfit ?? 0n),
    guard: price(bracket?.stopLoss ?? 0n),
    worst: price(view.worstPrice ?? leg.price),
    time: view.expiresMs === undefined ? '' : format.moment(view.expiresMs / 1000),
  };
  const { gap } = punctuationOf(format.locale);
  return view.sentences.map((name) => t(`sentence.${name}`, values)).join(gap);
}

/** With an invalid price or expiry, the sentence would be untrue. */
const tellsNothing: readonly (TicketField | undefined)[] = [
  'price',
  'stop_price',
  'trailing',
  'take_profit',
  'stop_loss',
  'expires_at',
];

/**
 * Until the order is complete, says what its type does. The place is about as high as the longest sentence, so that little moves
 * when the sentence appears.
 */
export function OrderSentence(props: Reading) {
  const { draft, view } = props;
  const t = useTranslations('spot');
  const sentence = useOrderSentence(props);
  const isShown = sentence !== '' && !tellsNothing.includes(view.problem?.field);
  return (
    <p className={`text-sm text-soft ${isAdvanced(draft) ? 'min-h-25' : 'min-h-15'}`}>
      {isShown ? sentence : t(`about.${draft.type}`)}
    </p>
  );
}
