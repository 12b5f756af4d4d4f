/**
 * The receipt of a ticket: its result with the reason, its cost and payout, the deciding prices, and the buttons that verify them
 * and share the result as an image.
 */
import { breakEvenRate } from '@candor/domain/trading/option.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format.ts';
import { navigate } from '../../../lib/hash-history.ts';
import { chatLink, optionLink } from '../../../lib/links.ts';
import type { Ticket } from '../../../live/ticket-list.ts';
import { VerifyButton } from '../../../proof/verify-button.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { FactRow } from '../../../ui/fact-row.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { DecidingTicks } from './deciding-ticks.tsx';
import { ShareTicket } from './share-ticket.tsx';
import { paidOut, resultTone, sideTones, statusTones, useReason, useTicketWords } from './ticket-words.ts';

export type TicketReceiptProps = {
  readonly ticket: Ticket;
  readonly open: boolean;
  readonly onClose: () => void;
};

/** The result, with a loss as prominent as a win. */
function Result({ ticket }: { readonly ticket: Ticket }) {
  const t = useTranslations('tickets');
  const words = useTicketWords();
  const reason = useReason(ticket);
  return (
    <div className="rounded-card bg-ground px-3.5 py-3">
      <div className="flex items-center justify-between gap-3">
        <Badge tone={statusTones[ticket.status]}>{t(`status.${ticket.status}`)}</Badge>
        {ticket.pnl !== null && (
          <span className={`figures text-xl font-semibold ${resultTone(ticket.pnl)}`}>
            {words.money(ticket.pnl, ticket.currency, true)}
          </span>
        )}
      </div>
      {reason !== undefined && <p className="pt-2 text-sm text-soft">{reason}</p>}
    </div>
  );
}

function Facts({ ticket }: { readonly ticket: Ticket }) {
  const t = useTranslations('tickets');
  const format = useFormat();
  const words = useTicketWords();
  const { currency, status } = ticket;
  return (
    <dl className="pt-2">
      <FactRow name={t('direction')}>
        <span className={sideTones[ticket.side]}>{words.side(ticket.side)}</span>
        {` · ${words.duration(ticket.seconds)}`}
      </FactRow>
      <FactRow name={t('stake')}>
        {words.money(ticket.stake, currency)}
        {currency === 'EXPERIENCE' && <span className="block text-xs text-quiet">{t('experience')}</span>}
      </FactRow>
      <FactRow name={t('payoutRatio')}>{words.percent(ticket.payout_ratio)}</FactRow>
      <FactRow name={t('breakEven')}>
        {words.percentUp(formatAmount(breakEvenRate(amount(ticket.payout_ratio))))}
      </FactRow>
      {status === 'open' ? (
        <FactRow name={t('wouldPay')}>{words.money(paidOut({ ...ticket, status: 'won' }), currency)}</FactRow>
      ) : (
        <FactRow name={t('paidOut')} strong>
          {words.money(paidOut(ticket), currency)}
        </FactRow>
      )}
      <FactRow name={t('accepted')}>
        {format.date(ticket.created_at)} {format.exactTime(ticket.accepted_ms)}
      </FactRow>
      <FactRow name={t('expires')}>
        {format.date(ticket.expires_at)} {format.exactTime(ticket.expires_at * 1000)}
      </FactRow>
      {ticket.settled_at !== null && (
        <FactRow name={t('settled')}>{format.dateTime(ticket.settled_at)}</FactRow>
      )}
      <FactRow name={t('number')}>{ticket.id}</FactRow>
    </dl>
  );
}

function footerOf(ticket: Ticket, again: string): ReactNode {
  return (
    <div className="flex gap-2">
      <Button block kind="secondary" onClick={() => navigate(optionLink(ticket.symbol, ticket))}>
        {again}
      </Button>
      {ticket.status !== 'open' && <VerifyButton block subject={{ kind: 'ticket', ticket }} />}
    </div>
  );
}

export function TicketReceipt({ ticket, open, onClose }: TicketReceiptProps) {
  const t = useTranslations('tickets');
  const chat = useTranslations('chat');
  const ui = useTranslations('ui');
  // Undefined until the image is requested, so that it isn't drawn for every receipt.
  const [sharing, setSharing] = useState<boolean>();
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={`${ticket.symbol} · ${t('receipt')}`}
      footer={footerOf(ticket, t('again'))}
    >
      <Result ticket={ticket} />
      <Facts ticket={ticket} />
      <DecidingTicks ticket={ticket} />
      {ticket.status !== 'open' && (
        <>
          <div className="mt-2 flex gap-2">
            <Button block kind="quiet" onClick={() => setSharing(true)}>
              {ui('sharePicture')}
            </Button>
            <Button block kind="quiet" onClick={() => navigate(chatLink(ticket.id))}>
              {chat('ask')}
            </Button>
          </div>
          {sharing !== undefined && (
            <ShareTicket ticket={ticket} open={sharing} onClose={() => setSharing(false)} />
          )}
        </>
      )}
    </Sheet>
  );
}
