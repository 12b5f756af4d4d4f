/**
 * The sheet that changes the prices, the quantity, the distance and the expiry of a resting order, with the effect of the
 * change.
 */
import { decimalsOf } from '@candor/domain/market/instrument.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { spotPrice } from '@candor/domain/trading/spot.ts';
import { useTranslations } from 'use-intl';
import { useApi } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { punctuationOf } from '../../../lib/punctuation.ts';
import { paidText, receivedText } from '../../../lib/shown-amounts.ts';
import { useAmending } from '../../../lib/use-amending.ts';
import type { SpotOrder } from '../../../live/order-list.ts';
import type { MovedField } from '../../../live/chart/spot-moves.ts';
import type { Quotation } from '../../../live/quotes.ts';
import { AmendSheet } from '../../../parts/amend-sheet.tsx';
import { AmountField } from '../../../parts/amount-field.tsx';
import { MovedLine } from '../../../parts/moved-line.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { TrailField } from '../ticket/protection-fields.tsx';
import { useOrderSentence } from '../ticket/order-sentence.tsx';
import { problemOf } from '../ticket/problem-text.ts';
import { hasLimit, hasStop } from '../ticket/ticket-draft.ts';
import type { TicketField } from '../ticket/ticket-problems.ts';
import { useTicketWords } from '../ticket/ticket-words.ts';
import { useTicketFacts } from '../ticket/use-ticket.ts';
import type { AmendDraft, AmendView } from './amendment.ts';
import { isAmendable } from './amendable.ts';
import { amendStart, movedAmendment, readAmendment } from './amendment.ts';
import { orderName } from './order-words.ts';
import { useTrailTexts } from './protection-facts.tsx';

export type AmendOrderProps = {
  readonly order: SpotOrder;
  readonly row: Quotation;
  /** A price to which the customer has moved the order on its chart. The sheet then shows this price alone. */
  readonly moved?: { readonly field: MovedField; readonly price: string };
  readonly open: boolean;
  readonly onClose: () => void;
};

/** The effect of the order, and the change in the amount on hold. */
function useWhatHappens({ ticket, more, request, trailsOn }: AmendView): string {
  const t = useTranslations('orders');
  const format = useFormat();
  const sentence = useOrderSentence(ticket);
  if (request === undefined) return '';
  // Chinese and Japanese put no space between sentences.
  const { gap } = punctuationOf(format.locale);
  const described = trailsOn ? `${t('amendTrails')}${gap}${sentence}`.trim() : sentence;
  const change = more?.amount ?? 0n;
  if (more === undefined || change === 0n) return described;
  const size = change < 0n ? -change : change;
  const isMoney = more.currency === ticket.facts.instrument.quote;
  // As in the sentence before: held amounts are rounded up, released amounts down.
  const money = format.money(change > 0n ? paidText(size) : receivedText(size));
  const amount = `${isMoney ? money : format.quantity(formatAmount(size))} ${more.currency}`;
  return `${described}${gap}${t(change > 0n ? 'amendHoldsMore' : 'amendReleases', { amount })}`;
}

type FieldsProps = {
  readonly order: SpotOrder;
  readonly view: AmendView;
  readonly draft: AmendDraft;
  readonly only: MovedField | undefined;
  readonly errorAt: (field: TicketField) => string | undefined;
  readonly onChange: (fields: Partial<AmendDraft>) => void;
};

function SizeAndEnd({ order, view, draft, errorAt, onChange }: Omit<FieldsProps, 'only'>) {
  const t = useTranslations('orders');
  const positions = useTranslations('positions');
  const format = useFormat();
  const { ticket } = view;
  const { base, quantityStep } = ticket.facts.instrument;
  const trail = useTrailTexts()(order);
  return (
    <>
      {order.type === 'trailing_stop' ? (
        <TrailField
          draft={ticket.draft}
          facts={ticket.facts}
          errorAt={errorAt}
          onChange={onChange}
          hint={t('amendWas', { value: trail?.short ?? '' })}
        />
      ) : (
        <AmountField
          label={t('quantity')}
          unit={base}
          value={draft.quantity}
          onChange={(quantity) => onChange({ quantity })}
          decimals={decimalsOf(quantityStep)}
          error={errorAt('quantity')}
          hint={t('amendWas', { value: format.quantity(order.quantity) })}
        />
      )}
      <TextField
        type="datetime-local"
        label={positions('endsAt')}
        value={draft.until}
        error={errorAt('expires_at')}
        hint={positions('endsHint')}
        onChange={({ target }) => onChange({ until: target.value })}
      />
    </>
  );
}

function AmendFields({ order, view, draft, only, errorAt, onChange }: FieldsProps) {
  const t = useTranslations('orders');
  const format = useFormat();
  const { ticket } = view;
  const { quote, tickSize } = ticket.facts.instrument;
  const tick = formatAmount(tickSize);
  const priced = {
    unit: quote,
    decimals: decimalsOf(tickSize),
    step: tick,
    stepFrom: formatAmount(spotPrice(order.side, ticket.facts)),
  };
  const was = (price: string | null) => t('amendWas', { value: format.price(price ?? '0', tick) });
  return (
    <>
      {hasStop(ticket.draft) && only !== 'price' && (
        <AmountField
          {...priced}
          label={t('stopPrice')}
          value={draft.stop}
          onChange={(stop) => onChange({ stop })}
          error={errorAt('stop_price')}
          hint={was(order.stop_price)}
        />
      )}
      {hasLimit(ticket.draft) && only !== 'stop' && (
        <AmountField
          {...priced}
          label={t('limitPrice')}
          value={draft.price}
          onChange={(price) => onChange({ price })}
          error={errorAt('price')}
          hint={was(order.price)}
        />
      )}
      {only === undefined && <SizeAndEnd {...{ order, view, draft, errorAt, onChange }} />}
    </>
  );
}

export function AmendOrder({ order, row, moved, open, onClose }: AmendOrderProps) {
  const { toastSuccess } = useApi();
  const t = useTranslations('orders');
  const facts = useTicketFacts(row, order.side);
  const amending = useAmending('POST order/amend', {
    // A line that is dropped at another price starts a new draft.
    of: moved === undefined ? `spot.${order.id}` : `moved.${order.id}.${moved.field}.${moved.price}`,
    begin: { ...amendStart(order), ...(moved !== undefined && { [moved.field]: moved.price }) },
    onDone: () => {
      toastSuccess('spot_order_amended');
      onClose();
    },
  });
  const draft = moved === undefined ? amending.draft : movedAmendment(amending.draft, order, moved.field);
  const view = readAmendment(draft, order, facts);
  const refused = amending.refused && problemOf(amending.refused, 'quantity');
  const words = useTicketWords(row, view.ticket.view, refused);
  const sentence = useWhatHappens(view);
  const reason = !isAmendable(order)
    ? t('amendEnded')
    : view.isChanged || view.ticket.view.problem !== undefined
      ? words.buttonReason
      : t('amendUnchanged');
  return (
    <AmendSheet
      open={open}
      onClose={onClose}
      title={t('amendOf', { order: orderName(order) })}
      notice={words.notice}
      sentence={sentence}
      keeps={t('amendKeeps')}
      confirmLabel={t('amendConfirm')}
      reason={reason}
      busy={amending.busy}
      onConfirm={() => {
        if (view.request !== undefined) void amending.send(view.request);
      }}
    >
      {moved !== undefined && (
        <MovedLine
          name={t(moved.field === 'price' ? 'limitPrice' : 'stopPrice')}
          was={(moved.field === 'price' ? order.price : order.stop_price) ?? moved.price}
          now={draft[moved.field]}
          tickSize={row.tick_size}
        />
      )}
      <AmendFields
        order={order}
        view={view}
        draft={draft}
        only={moved?.field}
        errorAt={words.errorAt}
        onChange={amending.change}
      />
    </AmendSheet>
  );
}
