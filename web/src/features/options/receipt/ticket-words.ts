/** A ticket's side, state and amounts in words and tones, as list and receipt say them. */
import { formatAmount, amount } from '@candor/domain/money/amount.ts';
import { useTranslations } from 'use-intl';
import { signOf, useFormat } from '../../../lib/format.ts';
import type { Ticket } from '../../../live/ticket-list.ts';
import type { BadgeTone } from '../../../ui/badge.tsx';
import { stakeDecimals, unitOf } from '../trade/stake.ts';

export const sideTones = { up: 'text-up', down: 'text-down' } as const;

/** Winning and losing are told alike: neither is a matter for alarm or for cheering. */
export const statusTones: Readonly<Record<Ticket['status'], BadgeTone>> = {
  open: 'accent',
  won: 'good',
  lost: 'bad',
  tied: 'plain',
  void: 'warning',
};

const resultTones = { '1': 'text-success', '0': 'text-soft', '-1': 'text-danger' } as const;

/** The tone of a profit or loss, which also carries its sign. */
export function resultTone(value: string): string {
  return resultTones[`${signOf(value)}`];
}

/** What came back: stake and profit of a win, the stake of what was equal or void, nothing of a loss. */
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

export type TicketWords = {
  /** "25.00 USDT", "0.00016 BTC" */
  readonly money: (value: string, currency: Ticket['currency'], signed?: boolean) => string;
  /** "80%" of "0.8" */
  readonly percent: (rate: string, decimals?: number) => string;
  /** "▲ Up": never colour alone. */
  readonly side: (side: Ticket['side']) => string;
};

export function useTicketWords(): TicketWords {
  const t = useTranslations('tickets');
  const format = useFormat();
  return {
    money: (value, currency, signed = false) => {
      const places = { min: Math.min(2, stakeDecimals(currency)), max: 8, signed };
      return `${format.decimal(value, places)} ${unitOf(currency)}`;
    },
    percent: (rate, decimals = 2) =>
      `${format.decimal(formatAmount(amount(rate) * 100n), { min: 0, max: decimals })}%`,
    side: (side) => `${side === 'up' ? '▲' : '▼'} ${t(`side.${side}`)}`,
  };
}
