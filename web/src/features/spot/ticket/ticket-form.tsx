/** The ticket: side, type, price, size, what it costs and brings, and the one button that says why it cannot be pressed. */
import { decimalsOf } from '@candor/domain/market/instrument.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Side } from '@candor/domain/trading/spot.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSignedIn } from '../../../lib/customer.ts';
import { LOGIN_PATH } from '../../../lib/api.ts';
import { currentEntry, navigate } from '../../../lib/hash-history.ts';
import { useReopening } from '../../../live/closed-badge.tsx';
import type { Quotation } from '../../../live/quotes.ts';
import { Button } from '../../../ui/button.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { ConfirmOrder } from './confirm-order.tsx';
import { problemOf, useProblemText } from './problem-text.ts';
import { TicketFields } from './ticket-fields.tsx';
import { TicketPreview } from './ticket-preview.tsx';
import type { TicketField, TicketProblem } from './ticket.ts';
import { asksForAmount } from './ticket.ts';
import { UnansweredNotice } from './unanswered-notice.tsx';
import { usePlaceOrder } from './use-place-order.ts';
import { useTicket } from './use-ticket.ts';

function goToLogin(): void {
  const { path, search } = currentEntry();
  navigate(`${LOGIN_PATH}?back=${encodeURIComponent(search === '' ? path : `${path}?${search}`)}`);
}

export type TicketFormProps = {
  readonly row: Quotation;
  /** The side that a link asked for, and which opening of the screen it was, so that it counts once. */
  readonly asked: { readonly side: Side; readonly by: string } | undefined;
};

export function TicketForm({ row, asked }: TicketFormProps) {
  const t = useTranslations('spot');
  const signedIn = useSignedIn();
  const ticket = useTicket(row);
  const { draft, facts, view, change } = ticket;
  const { side: askedSide, by: askedBy } = asked ?? {};
  const answered = useRef<string>(undefined);
  useEffect(() => {
    // A screen that is shown again runs its effects again; the side chosen since then stands.
    if (askedSide === undefined || answered.current === askedBy) return;
    answered.current = askedBy;
    change({ side: askedSide });
  }, [askedSide, askedBy, change]);
  const [confirming, setConfirming] = useState(false);
  const [refused, setRefused] = useState<TicketProblem>();
  const place = usePlaceOrder({
    onRefused: (refusal) => setRefused(problemOf(refusal, asksForAmount(draft) ? 'amount' : 'quantity')),
    onPlaced: ticket.clearSize,
  });
  const problem = view.problem ?? refused;
  const text = useProblemText(problem);
  const wait = useReopening(row);
  const missing = problem?.code.endsWith('_missing') === true;
  const errorAt = (field: TicketField) => (problem?.field === field && !missing ? text : undefined);
  const closedText = facts.closed === 'market_closed' && wait !== undefined ? t('closedFor', { wait }) : text;
  // The field carries the whole sentence; the button says where to look.
  const buttonReason = problem?.field === undefined || missing ? closedText : t(`check.${problem.field}`);
  const edit: typeof change = (fields) => {
    setRefused(undefined);
    change(fields);
  };
  const label = t(draft.side === 'buy' ? 'buyBase' : 'sellBase', { base: row.base });
  return (
    <div className="space-y-3">
      <UnansweredNotice place={place} onOpen={() => setConfirming(true)} />
      <Segmented
        label={t('side')}
        options={[
          { value: 'buy', label: t('buy'), tone: 'up' },
          { value: 'sell', label: t('sell'), tone: 'down' },
        ]}
        value={draft.side}
        onChange={(side) => edit({ side })}
      />
      <Segmented
        label={t('type')}
        options={[
          { value: 'market', label: t('market') },
          { value: 'limit', label: t('limit') },
        ]}
        value={draft.type}
        onChange={(type) => edit({ type })}
      />
      <TicketFields
        draft={draft}
        facts={facts}
        view={view}
        tickSize={formatAmount(facts.instrument.tickSize)}
        priceDecimals={decimalsOf(facts.instrument.tickSize)}
        errorAt={errorAt}
        onChange={edit}
      />
      <TicketPreview draft={draft} facts={facts} view={view} />
      <div className="sticky bottom-[calc(var(--tabs-height)+var(--safe-bottom))] z-10 -mx-4 bg-surface px-4 py-2">
        {signedIn ? (
          <Button
            block
            kind={draft.side === 'buy' ? 'up' : 'down'}
            reason={view.problem === undefined ? undefined : buttonReason}
            onClick={() => {
              setRefused(undefined);
              place.restart();
              setConfirming(true);
            }}
          >
            {label}
          </Button>
        ) : (
          <Button block onClick={goToLogin}>
            {t('logIn')}
          </Button>
        )}
      </div>
      <ConfirmOrder
        open={confirming}
        onClose={() => setConfirming(false)}
        title={label}
        ticket={ticket}
        place={place}
      />
    </div>
  );
}
