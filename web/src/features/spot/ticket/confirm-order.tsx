/** Asks before an order is sent, repeats its facts in a sentence, and then shows what became of it, in one sheet. */
import type { SpotLeg } from '@candor/domain/trading/spot.ts';
import { spotPrice } from '@candor/domain/trading/spot.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { FactRow } from '../../../ui/fact-row.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { LegFacts } from '../orders/leg-facts.tsx';
import type { PairRequest, TicketView } from './ticket.ts';
import type { PlaceOrder } from './use-place-order.ts';
import type { Ticket } from './use-ticket.ts';
import { paidText, receivedText } from './shown-amounts.ts';
import { feePercent } from './ticket-preview.tsx';

export type ConfirmOrderProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly ticket: Ticket;
  readonly place: PlaceOrder;
};

/** Money to the last place that is charged, at least two. */
function useExact(quote: string): (value: bigint) => string {
  const format = useFormat();
  return (value) => `${format.decimal(formatAmount(value), { min: 2, max: 8 })} ${quote}`;
}

const totalNames = {
  market: { buy: 'pay', sell: 'get' },
  limit: { buy: 'payMost', sell: 'getLeast' },
} as const;

function ReviewFacts({ ticket, leg }: { readonly ticket: Ticket; readonly leg: SpotLeg }) {
  const t = useTranslations('spot');
  const format = useFormat();
  const exact = useExact(leg.quote);
  const { draft, facts, view } = ticket;
  const coins = `${format.quantity(formatAmount(leg.quantity))} ${leg.base}`;
  const price = (value: bigint) =>
    `${format.price(formatAmount(value), formatAmount(facts.instrument.tickSize))} ${leg.quote}`;
  const sentence = t(`sentence.${draft.type}.${draft.side}`, {
    coins,
    price: price(leg.price),
    // Round in the sentence, towards what is true: at most this is paid, at least this is received.
    total: `${format.money(draft.side === 'buy' ? paidText(leg.total) : receivedText(leg.total))} ${leg.quote}`,
    worst: price(view.worstPrice ?? leg.price),
  });
  return (
    <>
      <p className="text-base">{sentence}</p>
      {view.fillsAtOnce && (
        <p className="mt-2 text-sm text-warning">
          {t('fillsAtOnceNow', { price: price(spotPrice(draft.side, facts)) })}
        </p>
      )}
      <dl className="mt-3 border-t border-line pt-2">
        <FactRow name={t('value')}>{exact(leg.value)}</FactRow>
        <FactRow name={t('fee', { percent: format.quantity(feePercent(facts)) })}>{exact(leg.fee)}</FactRow>
        <FactRow name={t(totalNames[draft.type][draft.side])} strong>
          {exact(leg.total)}
        </FactRow>
        {view.worstPrice !== undefined && <FactRow name={t('worst')}>{price(view.worstPrice)}</FactRow>}
      </dl>
    </>
  );
}

function sendable(view: TicketView, place: PlaceOrder): PairRequest | undefined {
  return place.placing.stage === 'unanswered' ? place.placing.request : view.request;
}

export function ConfirmOrder({ open, onClose, title, ticket, place }: ConfirmOrderProps) {
  const t = useTranslations('spot');
  const { draft, view } = ticket;
  const { placing } = place;
  const request = sendable(view, place);
  const send = async () => {
    if (request === undefined) return;
    if ((await place.send(request)) === 'refused') onClose();
  };
  const done = placing.stage === 'done';
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={done ? t(placing.result.status === 'filled' ? 'filledTitle' : 'restingTitle') : title}
      footer={
        done ? (
          <Button block kind="secondary" onClick={onClose}>
            {t('done')}
          </Button>
        ) : (
          <Button
            block
            busy={place.busy}
            kind={draft.side === 'buy' ? 'up' : 'down'}
            reason={request === undefined ? t('notNow') : undefined}
            onClick={() => void send()}
          >
            {placing.stage === 'unanswered'
              ? t('sendAgain')
              : t(draft.side === 'buy' ? 'confirmBuy' : 'confirmSell')}
          </Button>
        )
      }
    >
      {placing.stage === 'review' && placing.priceMoved && (
        <p role="status" className="mb-3 rounded-input bg-warning-wash px-3 py-2 text-sm text-warning">
          {t('priceMoved')}
        </p>
      )}
      {placing.stage === 'review' && view.leg !== undefined && <ReviewFacts ticket={ticket} leg={view.leg} />}
      {placing.stage === 'unanswered' && (
        <p className="text-base">{t('unanswered', { symbol: placing.request.symbol })}</p>
      )}
      {done && placing.result.legs.map((leg) => <LegFacts key={leg.symbol} leg={leg} />)}
      {done && placing.result.legs.length === 0 && <p className="text-base">{t('restingText')}</p>}
    </Sheet>
  );
}
