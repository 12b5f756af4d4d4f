/** The sheet with the image of an ended option, which the customer can save or share with or without amounts. */
import { breakEvenRate } from '@candor/domain/trading/option.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useDemo } from '../../../lib/customer.ts';
import { signOf, useFormat } from '../../../lib/format.ts';
import { riseColourOf, useSession } from '../../../lib/session.ts';
import type { Ticket } from '../../../live/ticket-list.ts';
import { PictureSheet } from '../../../ui/picture-sheet.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import type { TicketPicture } from './ticket-picture.ts';
import { makeTicketPicture } from './ticket-picture.ts';
import { useReason, useTicketWords } from './ticket-words.ts';

type Amounts = 'hidden' | 'shown';

/** A deciding price with the number of its entry, which anybody can look up and verify. */
function usePrice(symbol: string): (price: string, seq: number) => string {
  const t = useTranslations('orders');
  const format = useFormat();
  const [base = ''] = symbol.split('/');
  return (price, seq) =>
    `${format.decimal(price, { min: 2, max: 8 })} · ${t('tapeSeq', { symbol: base, seq: String(seq) })}`;
}

function useFacts(ticket: Ticket, amounts: Amounts): TicketPicture['facts'] {
  const t = useTranslations('tickets');
  const words = useTicketWords();
  const price = usePrice(ticket.symbol);
  const { strike, settle, settle_seq: settleSeq, currency } = ticket;
  const breakEven = formatAmount(breakEvenRate(amount(ticket.payout_ratio)));
  const credit = currency === 'EXPERIENCE' ? ` · ${t('experience')}` : '';
  const facts: (readonly [string, string])[] = [];
  if (strike !== null) facts.push([t('tick.strike'), price(strike, ticket.strike_seq)]);
  if (settle !== null && settleSeq !== null) facts.push([t('tick.settle'), price(settle, settleSeq)]);
  facts.push([t('payoutRatio'), words.percent(ticket.payout_ratio)]);
  facts.push([t('breakEven'), words.percentUp(breakEven)]);
  if (amounts === 'shown') facts.push([`${t('stake')}${credit}`, words.money(ticket.stake, currency)]);
  return facts;
}

function usePicture(ticket: Ticket, amounts: Amounts): TicketPicture {
  const t = useTranslations('tickets');
  const ui = useTranslations('ui');
  const format = useFormat();
  const words = useTicketWords();
  const reason = useReason(ticket);
  const facts = useFacts(ticket, amounts);
  const demo = useDemo();
  const rise = useSession(riseColourOf);
  const { status, pnl, currency } = ticket;
  const sign = signOf(pnl ?? '0');
  const fall = rise === 'green' ? 'red' : 'green';
  return {
    symbol: ticket.symbol,
    side: `${words.side(ticket.side)} · ${words.duration(ticket.seconds)}`,
    result: t(`status.${status}`),
    tone: sign === 0 ? 'plain' : sign > 0 ? rise : fall,
    amount: amounts === 'shown' && pnl !== null ? words.money(pnl, currency, true) : undefined,
    reason,
    facts,
    risk: t('pictureRisk'),
    expiry: t('expiryLine', { time: format.dateTime(ticket.expires_at) }),
    demo: demo === null || demo === undefined ? undefined : ui('demoStrip'),
    locale: format.locale,
  };
}

export type ShareTicketProps = {
  readonly ticket: Ticket;
  readonly open: boolean;
  readonly onClose: () => void;
};

export function ShareTicket({ ticket, open, onClose }: ShareTicketProps) {
  const t = useTranslations('positions');
  const [amounts, setAmounts] = useState<Amounts>('hidden');
  const picture = usePicture(ticket, amounts);
  return (
    <PictureSheet
      open={open}
      onClose={onClose}
      title={t('pictureTitle')}
      says={picture}
      make={makeTicketPicture}
      alt={`${picture.symbol}, ${picture.side}, ${picture.result}`}
    >
      <Segmented<Amounts>
        label={t('amounts')}
        options={[
          { value: 'hidden', label: t('amountsHidden') },
          { value: 'shown', label: t('amountsShown') },
        ]}
        value={amounts}
        onChange={setAmounts}
      />
    </PictureSheet>
  );
}
