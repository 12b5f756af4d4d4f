/** A ticket in a list: its instrument, its stake, and its result or current state. The row opens its receipt. */
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format.ts';
import { useMarketSecond } from '../../../live/market-seconds.ts';
import type { Ticket } from '../../../live/ticket-list.ts';
import { useQuote } from '../../../live/use-quote.ts';
import { Badge } from '../../../ui/badge.tsx';
import { classes } from '../../../ui/classes.ts';
import { CoinMark } from '../../../ui/coin-mark.tsx';
import { resultTone, sideTones, statusTones, useTicketWords } from '../receipt/ticket-words.ts';
import { clockText, secondsLeft, stageOf, standingOf } from '../running/ticket-state.ts';

export type TicketRowProps = { readonly ticket: Ticket; readonly onOpen: (ticket: Ticket) => void };

const standings = { win: 'ahead', lose: 'behind', tie: 'level' } as const;
const standingTones = { win: 'text-up', lose: 'text-down', tie: 'text-soft' } as const;

function Live({ ticket }: { readonly ticket: Ticket }) {
  const t = useTranslations('tickets');
  const second = useMarketSecond();
  const quote = useQuote(ticket.symbol);
  const stage = stageOf(ticket, second);
  const standing = standingOf(ticket, quote);
  const waits = stage === 'settling' ? t('settling') : t('awaitingStrike');
  return (
    <>
      {stage !== 'running' || standing === undefined ? (
        <span className="text-sm text-soft">{waits}</span>
      ) : (
        <span className={classes('text-sm font-medium', standingTones[standing.would])}>
          {t(standings[standing.would])}
        </span>
      )}
      {second !== undefined && (
        <span className="figures text-xs text-quiet">
          {t('left', { time: clockText(secondsLeft(ticket, second)) })}
        </span>
      )}
    </>
  );
}

function Ended({ ticket }: { readonly ticket: Ticket }) {
  const t = useTranslations('tickets');
  const words = useTicketWords();
  const { pnl, status } = ticket;
  return (
    <>
      {pnl !== null && (
        <span className={classes('figures font-medium', resultTone(pnl))}>
          {words.money(pnl, ticket.currency, true)}
        </span>
      )}
      <Badge tone={statusTones[status]}>{t(`status.${status}`)}</Badge>
    </>
  );
}

export const TicketRow = memo(function TicketRow({ ticket, onOpen }: TicketRowProps) {
  const t = useTranslations('tickets');
  const format = useFormat();
  const words = useTicketWords();
  const { strike } = ticket;
  return (
    <button
      type="button"
      onClick={() => onOpen(ticket)}
      className="press hairline flex min-h-19 w-full items-center gap-3 px-4 py-2 text-left last:shadow-none"
    >
      <CoinMark of={ticket.symbol} size={32} />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">
          {ticket.symbol}{' '}
          <span className={classes('text-sm font-normal', sideTones[ticket.side])}>
            {words.side(ticket.side)} {words.duration(ticket.seconds)}
          </span>
        </span>
        <span className="figures block text-sm text-soft">
          {t('stakeOf', { amount: words.money(ticket.stake, ticket.currency) })}
          {ticket.currency === 'EXPERIENCE' && ` · ${t('experience')}`}
        </span>
        <span className="figures block text-xs text-quiet">
          {ticket.status === 'open' && strike !== null
            ? `${t('tick.strike')} ${format.decimal(strike, { min: 2, max: 8 })}`
            : format.moment(ticket.created_at)}
        </span>
      </span>
      <span className="flex shrink-0 flex-col items-end gap-0.5 text-right">
        {ticket.status === 'open' ? <Live ticket={ticket} /> : <Ended ticket={ticket} />}
      </span>
    </button>
  );
});
