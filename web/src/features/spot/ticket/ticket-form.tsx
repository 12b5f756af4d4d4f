/**
 * The ticket: one switch for the side, a menu for the type, the size in the centre, its cost in one line, and one button that
 * explains why it is disabled. The keypad contains the last two, since it covers them.
 */
import type { Side } from '@candor/domain/trading/spot.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { AskedOrder } from '../../../lib/asked-order.ts';
import { navigate } from '../../../lib/hash-history.ts';
import { ordersLink } from '../../../lib/links.ts';
import type { Quotation } from '../../../live/quotes.ts';
import { AdvancedOrders } from './advanced-orders.tsx';
import { ConfirmOrder } from './confirm-order.tsx';
import { OrderSentence } from './order-sentence.tsx';
import { problemOf } from './problem-text.ts';
import { SideSwitch, TypeMenu } from './side-and-type.tsx';
import { CostFigures } from '../../../parts/cost-line.tsx';
import { SubmitBar, SubmitButton } from '../../../parts/submit-bar.tsx';
import { TicketKeypadContext } from '../../../parts/ticket-keypad.ts';
import { UnansweredNotice } from '../../../parts/unanswered-notice.tsx';
import { Available, TicketFields } from './ticket-fields.tsx';
import { TicketPreview, useCostFigures } from './ticket-preview.tsx';
import { useTicketWords } from './ticket-words.ts';
import type { TicketDraft } from './ticket-draft.ts';
import { asksForAmount, isAdvanced } from './ticket-draft.ts';
import type { TicketProblem } from './ticket-problems.ts';
import type { PairRequest } from './ticket.ts';
import { useTicket } from './use-ticket.ts';
import { useTrade } from './use-trade.ts';
import { StopNotice } from '../../../live/stop-notice.tsx';

/**
 * The side that a link requested, perhaps with an order at a price, and the id of this opening of the screen, because the request
 * applies only once.
 */
export type AskedSide = { readonly side: Side; readonly by: string; readonly order: AskedOrder | undefined };

function useAskedSide(asked: AskedSide | undefined, change: (fields: Partial<TicketDraft>) => void): void {
  const { side, by, order } = asked ?? {};
  const answered = useRef<string>(undefined);
  useEffect(() => {
    // When a screen is shown again, its effects run again. They must not replace a side that was chosen in the meantime.
    if (side === undefined || answered.current === by) return;
    answered.current = by;
    const price = order && (order.type === 'limit' ? { price: order.price } : { stop: order.price });
    change({ side, ...(order !== undefined && { type: order.type, ...price }) });
  }, [side, by, order, change]);
}

/** The fields of the folded part. */
const folded = ['take_profit', 'stop_loss', 'client_order_id', 'expires_at'] as const;

export type TicketFormProps = { readonly row: Quotation; readonly asked: AskedSide | undefined };

export function TicketForm({ row, asked }: TicketFormProps) {
  const t = useTranslations('spot');
  const ticket = useTicket(row);
  const { draft, facts, view, change } = ticket;
  useAskedSide(asked, change);
  const [confirming, setConfirming] = useState(false);
  const [unfolded, setUnfolded] = useState(isAdvanced(draft));
  const [refused, setRefused] = useState<TicketProblem>();
  const trade = useTrade<PairRequest>({
    form: 'ticket',
    onRefused: (refusal) => setRefused(problemOf(refusal, asksForAmount(draft) ? 'amount' : 'quantity')),
    onDone: ticket.clearSize,
  });
  const words = useTicketWords(row, view, refused);
  const edit: typeof change = (fields) => {
    setRefused(undefined);
    change(fields);
  };
  const label = t(draft.side === 'buy' ? 'buyBase' : 'sellBase', { base: row.base });
  const submit = () => {
    setRefused(undefined);
    trade.restart();
    setConfirming(true);
  };
  // A problem is never hidden: the button only names the field.
  const open = unfolded || folded.some((field) => words.errorAt(field) !== undefined);
  const fields = { draft, facts, errorAt: words.errorAt, onChange: edit };
  const submitting = {
    label,
    kind: draft.side === 'buy' ? ('up' as const) : ('down' as const),
    reason: words.buttonReason,
    onSubmit: submit,
  };
  const figures = useCostFigures({ draft, facts, view });
  const cost = <CostFigures figures={figures} />;
  return (
    <div className="space-y-3">
      <UnansweredNotice
        sending={trade}
        onOpen={() => setConfirming(true)}
        checkLabel={t('checkOrders')}
        onChecked={() => navigate(ordersLink)}
      />
      {draft.side === 'buy' && <StopNotice product="spot" symbol={row.symbol} />}
      <SideSwitch draft={draft} onChange={edit} />
      <div className="flex min-h-11 items-center justify-between gap-3">
        <TypeMenu draft={draft} onChange={edit} />
        <Available draft={draft} facts={facts} />
      </div>
      <TicketKeypadContext value={{ cost, action: <SubmitButton {...submitting} /> }}>
        <TicketFields {...fields} view={view} />
        <TicketPreview draft={draft} facts={facts} view={view} figures={figures} />
        <AdvancedOrders {...fields} open={open} onToggle={() => setUnfolded(!unfolded)} />
      </TicketKeypadContext>
      <OrderSentence draft={draft} facts={facts} view={view} />
      <SubmitBar {...submitting} notice={words.notice} />
      <ConfirmOrder
        open={confirming}
        onClose={() => setConfirming(false)}
        title={label}
        ticket={ticket}
        trade={trade}
      />
    </div>
  );
}
