/** The customer's running tickets and latest results, side by side below the chart. */
import { useSlice } from '@candor/client/app-state.ts';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import type { Quotation } from '../../../live/quotes.ts';
import type { Ticket } from '../../../live/ticket-list.ts';
import { createShownResults } from '../../../live/ticket-news.ts';
import { classes } from '../../../ui/classes.ts';
import { useTicketReceipt } from '../receipt/use-ticket-receipt.tsx';
import { TicketCard } from './ticket-card.tsx';
import { useDismiss } from './use-shown-tickets.ts';

export type TicketStripProps = {
  readonly tickets: readonly Ticket[];
  readonly rows: readonly Pick<Quotation, 'symbol' | 'tick_size'>[];
  readonly all: string;
  readonly onRepeat: (ticket: Ticket) => void;
};

export function TicketStrip({ tickets, rows, all, onRepeat }: TicketStripProps) {
  const t = useTranslations('option');
  const receipt = useTicketReceipt(tickets);
  const dismiss = useDismiss();
  const { resultsAreShown } = useSlice(createShownResults);
  useEffect(resultsAreShown, [resultsAreShown]);
  const list = useRef<HTMLUListElement>(null);
  const newest = tickets[0]?.id;
  // Scrolls to a new card, because the browser keeps the previous card in view.
  useEffect(() => {
    if (list.current !== null) list.current.scrollLeft = 0;
  }, [newest]);
  if (tickets.length === 0) return null;
  return (
    <section aria-label={t('mine')} className="bg-ground pt-2">
      <div className="flex min-h-9 items-center justify-between gap-3 px-4">
        <h2 className="text-sm font-semibold text-soft">{t('mine')}</h2>
        <Link href={all} className="-my-1 flex min-h-11 items-center text-sm text-accent">
          {t('all')}
        </Link>
      </div>
      <ul
        ref={list}
        data-no-pull
        className="flex snap-x snap-mandatory scroll-px-4 gap-3 overflow-x-auto px-4 pb-3 [scrollbar-width:none]"
      >
        {tickets.map((one) => (
          <li
            key={one.id}
            className={classes('shrink-0 snap-start', tickets.length === 1 ? 'w-full' : 'w-[min(88%,320px)]')}
          >
            <TicketCard
              ticket={one}
              tickSize={rows.find(({ symbol }) => symbol === one.symbol)?.tick_size}
              onOpen={() => receipt.show(one)}
              onRepeat={() => onRepeat(one)}
              onDismiss={() => dismiss(one.id)}
            />
          </li>
        ))}
      </ul>
      {receipt.sheet}
    </section>
  );
}
