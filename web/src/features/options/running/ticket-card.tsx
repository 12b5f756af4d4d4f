/**
 * A running or settled ticket: the remaining time, the strike, the price relative to the strike, and finally the result. The card
 * has the same size in every state, so that nothing moves; title and stake have room for a second line, which wide scripts need.
 */
import { amount } from '@candor/domain/money/amount.ts';
import { Check, Equal, Minus, Undo2, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format.ts';
import { useMarketSecond } from '../../../live/market-seconds.ts';
import type { Ticket } from '../../../live/ticket-list.ts';
import { useQuote } from '../../../live/use-quote.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { resultTone } from '../receipt/ticket-words.ts';
import { unitOf } from '../trade/stake.ts';
import { useOptionWords } from '../trade/option-words.ts';
import { CountdownRing } from './countdown-ring.tsx';
import type { Stage } from './ticket-state.ts';
import { secondsLeft, stageOf, standingOf } from './ticket-state.ts';

export type TicketCardProps = {
  readonly ticket: Ticket;
  readonly tickSize: string | undefined;
  readonly onOpen: () => void;
  readonly onRepeat: () => void;
  readonly onDismiss: () => void;
};

type PartProps = Pick<TicketCardProps, 'ticket' | 'tickSize'>;

const endIcons = { won: Check, lost: Minus, tied: Equal, void: Undo2 } as const;
const arrows = { above: '▲', below: '▼', at: '=' } as const;
const placeTones = { above: 'text-up', below: 'text-down', at: 'text-soft' } as const;

function usePrice(tickSize: string | undefined): (price: string) => string {
  const format = useFormat();
  return (price) =>
    tickSize === undefined ? format.decimal(price, { min: 0, max: 8 }) : format.price(price, tickSize);
}

/** This is the only part of the card that re-renders at each tick. */
function Standing({ ticket }: Pick<PartProps, 'ticket'>) {
  const t = useTranslations('option');
  const standing = standingOf(ticket, useQuote(ticket.symbol));
  if (standing === undefined) return <span>–</span>;
  const { place, would } = standing;
  return (
    <>
      <span className={classes('font-medium', placeTones[place])}>
        <span aria-hidden="true">{`${arrows[place]} `}</span>
        {t(`now.${place}`)}
      </span>
      {` · ${t(`would.${would}`)}`}
    </>
  );
}

/** The strike and the state, in two lines at every stage. */
function Running({ ticket, tickSize, stage }: PartProps & { readonly stage: Stage }) {
  const t = useTranslations('option');
  const price = usePrice(tickSize);
  return (
    <>
      <span className="figures block truncate text-sm">
        {ticket.strike === null ? t('strikeNext') : t('strikeAt', { price: price(ticket.strike) })}
      </span>
      <span className="block text-sm text-soft">
        {stage === 'settling' ? t('settling') : <Standing ticket={ticket} />}
      </span>
    </>
  );
}

function Ended({ ticket, tickSize }: PartProps) {
  const t = useTranslations('option');
  const words = useOptionWords();
  const price = usePrice(tickSize);
  const { currency, status, reason, strike, settle, pnl } = ticket;
  if (status === 'open') return null;
  const moves = status === 'won' || status === 'lost';
  return (
    <>
      <span role="status" className="block text-sm font-semibold">
        {t(`result.${status}`)}
        {moves && pnl !== null && (
          <span className={classes('figures', resultTone(pnl))}>
            {` ${words.figure(amount(pnl), currency, true)} ${unitOf(currency)}`}
          </span>
        )}
      </span>
      <span className="figures block text-sm text-soft">
        {reason !== null
          ? t(`reason.${reason}`)
          : strike !== null &&
            settle !== null &&
            t('fromTo', { strike: price(strike), settle: price(settle) })}
      </span>
    </>
  );
}

function Mark({ ticket }: Pick<PartProps, 'ticket'>) {
  const second = useMarketSecond();
  if (ticket.status === 'open') {
    const left = second === undefined ? undefined : secondsLeft(ticket, second);
    return <CountdownRing left={left} of={ticket.seconds} side={ticket.side} />;
  }
  const Icon = endIcons[ticket.status];
  return (
    <span className="grid size-13 shrink-0 place-items-center rounded-full bg-sunken text-soft">
      <Icon size={24} strokeWidth={1.75} aria-hidden="true" />
    </span>
  );
}

export function TicketCard({ ticket, tickSize, onOpen, onRepeat, onDismiss }: TicketCardProps) {
  const t = useTranslations('option');
  const words = useOptionWords();
  const second = useMarketSecond();
  const stage = stageOf(ticket, second);
  const { currency, side, symbol } = ticket;
  const credit = currency === 'EXPERIENCE' ? ` · ${t('experience')}` : '';
  const stake = `${words.money(amount(ticket.stake), currency)}${credit}`;
  const payout = words.figure(amount(ticket.stake) + amount(ticket.profit), currency);
  return (
    <article className="relative flex h-36 w-full flex-col rounded-card border border-line bg-surface">
      <button
        type="button"
        onClick={onOpen}
        className="press flex min-h-0 flex-1 items-center gap-3 rounded-t-card px-3 text-left"
      >
        <Mark ticket={ticket} />
        <span className="min-w-0 flex-1">
          <span className={classes('block text-sm leading-tight font-semibold', stage === 'ended' && 'pr-9')}>
            <span className={side === 'up' ? 'text-up' : 'text-down'}>
              {side === 'up' ? '▲' : '▼'} {t(`side.${side}`)}
            </span>
            {` · ${symbol} · ${words.duration(ticket.seconds)}`}
          </span>
          {stage === 'ended' ? (
            <Ended ticket={ticket} tickSize={tickSize} />
          ) : (
            <Running ticket={ticket} tickSize={tickSize} stage={stage} />
          )}
        </span>
      </button>
      {stage === 'ended' && (
        <IconButton
          icon={X}
          size={18}
          label={t('dismiss')}
          onClick={onDismiss}
          className="absolute top-0 right-0 text-quiet"
        />
      )}
      <div className="flex items-center justify-between border-t border-line pl-3">
        <span className="figures min-w-0 text-sm leading-tight text-quiet">
          {stage === 'ended' ? `${t('stake')} ${stake}` : t('staked', { stake, payout })}
        </span>
        <Button kind="quiet" small onClick={onRepeat} className="shrink-0">
          {t('repeat')}
        </Button>
      </div>
    </article>
  );
}
