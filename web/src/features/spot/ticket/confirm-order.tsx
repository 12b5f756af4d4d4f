/** The sheet that summarises an order for confirmation, sends it, and shows the outcome. */
import type { SpotLeg } from '@candor/domain/trading/spot.ts';
import { spotPrice } from '@candor/domain/trading/spot.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format.ts';
import { termOf } from '../../../lib/order-terms.ts';
import { paidText, receivedText } from '../../../lib/shown-amounts.ts';
import { OrderHeadline } from '../../../parts/order-headline.tsx';
import { FactRow } from '../../../ui/fact-row.tsx';
import { LegFacts } from '../orders/leg-facts.tsx';
import { Unfilled } from '../orders/unfilled.tsx';
import { useTradeNow } from '../orders/use-trade-now.ts';
import { useOrderSentence } from './order-sentence.tsx';
import { hasStop } from './ticket-draft.ts';
import { totalsOf } from './ticket-totals.ts';
import type { PairRequest } from './ticket.ts';
import type { Trade } from './use-trade.ts';
import type { Ticket } from './use-ticket.ts';
import { feePercent } from './ticket-preview.tsx';
import { SendingSheet } from '../../../parts/sending-sheet.tsx';

export type ConfirmOrderProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly ticket: Ticket;
  readonly trade: Trade<PairRequest>;
};

function ReviewFacts({ ticket, leg }: { readonly ticket: Ticket; readonly leg: SpotLeg }) {
  const t = useTranslations('spot');
  const format = useFormat();
  const sentence = useOrderSentence(ticket);
  const { draft, facts, view } = ticket;
  // As in the sentence: payments are rounded up, receipts down. The order's receipt has every decimal place.
  const paid = (value: bigint) => `${format.money(paidText(value))} ${leg.quote}`;
  const total = (value: bigint) =>
    draft.side === 'buy' ? paid(value) : `${format.money(receivedText(value))} ${leg.quote}`;
  const price = (value: bigint) =>
    `${format.price(formatAmount(value), formatAmount(facts.instrument.tickSize))} ${leg.quote}`;
  return (
    <>
      <OrderHeadline value={leg.quantity} unit={facts.instrument.base} />
      <p className="text-base">{sentence}</p>
      {view.fillsAtOnce && termOf(draft) !== 'IOC' && (
        <p className="mt-2 text-sm text-warning">
          {t('fillsAtOnceNow', { price: price(spotPrice(draft.side, facts)) })}
        </p>
      )}
      <dl className="mt-3 border-t border-line pt-2">
        {view.stopPrice !== undefined && <FactRow name={t('stopPrice')}>{price(view.stopPrice)}</FactRow>}
        {hasStop(draft) && view.limitPrice !== undefined && (
          <FactRow name={t('limitPrice')}>{price(view.limitPrice)}</FactRow>
        )}
        <FactRow name={t('value')}>{total(leg.value)}</FactRow>
        <FactRow name={t('fee', { percent: format.quantity(feePercent(facts)) })}>{paid(leg.fee)}</FactRow>
        {totalsOf(draft, view).map(({ name, leg: at }) => (
          <FactRow key={name} name={t(name)} strong>
            {total((at ?? leg).total)}
          </FactRow>
        ))}
        {view.worstPrice !== undefined && <FactRow name={t('worst')}>{price(view.worstPrice)}</FactRow>}
        {view.expiresMs !== undefined && (
          <FactRow name={t('untilLabel')}>{format.moment(view.expiresMs / 1000)}</FactRow>
        )}
        {draft.ownName !== '' && <FactRow name={t('ownName')}>{draft.ownName}</FactRow>}
      </dl>
    </>
  );
}

export function ConfirmOrder({ open, onClose, title, ticket, trade }: ConfirmOrderProps) {
  const t = useTranslations('spot');
  const { draft, view } = ticket;
  const { state } = trade;
  const now = useTradeNow(trade, open);
  const sent = state.stage === 'done' ? state.request : { type: draft.type, time_in_force: termOf(draft) };
  const rests = sent.type === 'market' || sent.time_in_force === 'IOC' ? 'waiting' : 'resting';
  return (
    <SendingSheet
      open={open}
      onClose={onClose}
      title={now === undefined ? title : t(`${now.end ?? rests}Title`)}
      sending={trade}
      request={view.request}
      kind={draft.side === 'buy' ? 'up' : 'down'}
      confirmLabel={t(draft.side === 'buy' ? 'confirmBuy' : 'confirmSell')}
      movedText={t('priceMoved')}
      unansweredText={state.stage === 'unanswered' ? t('unanswered', { symbol: state.request.symbol }) : ''}
    >
      {now === undefined && view.leg !== undefined && <ReviewFacts ticket={ticket} leg={view.leg} />}
      {now !== undefined && now.end === undefined && <p className="text-base">{t(`${rests}Text`)}</p>}
      {now?.legs.map((leg) => (
        <LegFacts key={leg.symbol} leg={leg} order={now.id} />
      ))}
      {now?.end === 'unfilled' && now.order !== undefined && <Unfilled order={now.order} />}
    </SendingSheet>
  );
}
