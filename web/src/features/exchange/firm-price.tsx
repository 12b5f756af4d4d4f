/**
 * The firm price: the amounts given and received, the remaining time, and the button that accepts the price or requests a new
 * one.
 */
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { FactRow } from '../../ui/fact-row.tsx';
import { Legs, RateFacts } from './leg-facts.tsx';
import type { Exchanging } from './use-exchange.ts';
import type { HeldQuote } from './use-firm-quote.ts';

function TimeLeft({ left, of }: Pick<HeldQuote, 'left' | 'of'>) {
  const t = useTranslations('exchange');
  return (
    <div className="space-y-1.5">
      <p role="timer" className={classes('figures text-sm', left === 0 ? 'text-warning' : 'text-soft')}>
        {left === 0 ? t('expired') : t('holds', { seconds: left })}
      </p>
      <div aria-hidden="true" className="h-1 overflow-hidden rounded-full bg-sunken">
        <div
          className="h-full rounded-full bg-accent-solid transition-[width] duration-1000 ease-linear motion-reduce:transition-none"
          style={{ width: `${(100 * Math.max(0, left - 1)) / Math.max(1, of - 1)}%` }}
        />
      </div>
    </div>
  );
}

export function FirmPrice({
  held,
  exchanging,
}: {
  readonly held: HeldQuote;
  readonly exchanging: Exchanging;
}) {
  const t = useTranslations('exchange');
  const format = useFormat();
  const { quote, left, of } = held;
  const { sending } = exchanging;
  const card = useRef<HTMLElement>(null);
  // Scrolls the price into view, because it is below the visible area of a small phone.
  useEffect(() => {
    card.current?.scrollIntoView({ block: 'nearest' });
  }, [quote]);
  const given = `${format.quantity(quote.from_amount)} ${quote.from}`;
  const got = `${format.held(quote.to_amount, quote.to)} ${quote.to}`;
  const request = {
    from: quote.from,
    to: quote.to,
    amount: quote.from_amount,
    quote_id: quote.quote_id,
  };
  return (
    <section
      ref={card}
      aria-label={t('firmPrice')}
      className="scroll-mb-4 space-y-3 rounded-card bg-ground px-3 py-3"
    >
      <dl className={classes(left === 0 && '[&_dd]:line-through')}>
        <FactRow name={t('give')} strong>
          {given}
        </FactRow>
        <FactRow name={t('get')} strong>
          {got}
        </FactRow>
        <RateFacts of={quote} />
      </dl>
      <TimeLeft left={left} of={of} />
      {left === 0 ? (
        <Button block busy={exchanging.asking} onClick={() => void exchanging.ask()}>
          {t('askAgain')}
        </Button>
      ) : (
        <Button block busy={sending.busy} onClick={() => void sending.send(request)}>
          {t('confirm', { given, got })}
        </Button>
      )}
      <details className="text-sm">
        <summary className="flex min-h-11 cursor-pointer items-center text-accent">{t('how')}</summary>
        <Legs legs={quote.legs} />
      </details>
    </section>
  );
}
