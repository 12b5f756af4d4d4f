/** Texts and colours for a ticket's side, state and amounts, for the list and the receipt. */
import type { Amount } from '@candor/domain/money/amount.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { useTranslations } from 'use-intl';
import { signOf, useFormat } from '../../../lib/format.ts';
import type { Ticket } from '../../../live/ticket-list.ts';
import type { BadgeTone } from '../../../ui/badge.tsx';
import { stakeDecimals, unitOf } from '../trade/stake.ts';

/** A tenth of a per cent as a fraction. */
const tenth: Amount = 100_000n;

export const sideTones = { up: 'text-up', down: 'text-down' } as const;

/** The badge tones of tickets' states. A win is no more prominent than a loss. */
export const statusTones: Readonly<Record<Ticket['status'], BadgeTone>> = {
  open: 'accent',
  won: 'up',
  lost: 'down',
  tied: 'plain',
  void: 'warning',
};

const resultTones = { '1': 'text-up', '0': 'text-soft', '-1': 'text-down' } as const;

/** The tone of a profit or loss, whose figure also has a sign. */
export function resultTone(value: string): string {
  return resultTones[`${signOf(value)}`];
}

/** Returns the amount paid out: stake and profit of a win, the stake of a tie or void ticket, nothing for a loss. */
export function paidOut({ status, stake, profit }: Pick<Ticket, 'status' | 'stake' | 'profit'>): string {
  switch (status) {
    case 'won':
      return formatAmount(amount(stake) + amount(profit));
    case 'tied':
    case 'void':
      return stake;
    case 'lost':
    case 'open':
      return '0';
  }
}

/** Returns why the stake was returned, or undefined for a win, a loss or an open ticket. */
export function useReason({ status, reason }: Pick<Ticket, 'status' | 'reason'>): string | undefined {
  const t = useTranslations('tickets');
  if (reason !== null) return t(`reason.${reason}`);
  return status === 'tied' ? t('tiedText') : undefined;
}

export type TicketWords = {
  /** Such as "25.00 USDT" or "0.00016 BTC". */
  readonly money: (value: string, currency: Ticket['currency'], signed?: boolean) => string;
  /** Formats a fraction as a percentage: "82%" for "0.82". */
  readonly percent: (rate: string) => string;
  /** Like `percent`, but rounded up to a tenth, so that a required rate is never understated. */
  readonly percentUp: (rate: string) => string;
  /** Such as "30 s" or "2 min". */
  readonly duration: (seconds: number) => string;
  /** "▲ Up": an arrow in addition to the colour. */
  readonly side: (side: Ticket['side']) => string;
};

export function useTicketWords(): TicketWords {
  const t = useTranslations('tickets');
  const option = useTranslations('option');
  const format = useFormat();
  const percent = (rate: Amount, min: number, max: number) =>
    `${format.decimal(formatAmount(rate * 100n), { min, max })}%`;
  return {
    money: (value, currency, signed = false) => {
      const places = { min: Math.min(2, stakeDecimals(currency)), max: 8, signed };
      return `${format.decimal(value, places)} ${unitOf(currency)}`;
    },
    percent: (rate) => percent(amount(rate), 0, 2),
    percentUp: (rate) => percent(((amount(rate) + tenth - 1n) / tenth) * tenth, 1, 1),
    duration: (seconds) =>
      seconds % 60 === 0 ? option('minutes', { minutes: seconds / 60 }) : option('seconds', { seconds }),
    side: (side) => `${side === 'up' ? '▲' : '▼'} ${t(`side.${side}`)}`,
  };
}
