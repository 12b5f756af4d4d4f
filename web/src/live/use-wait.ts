/** The text for the time until a moment of the market's clock, updated every minute. */
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { marketSeconds, waitForm, waitUntil } from './reopening.ts';
import { useQuoteStore } from './quotes.ts';
import { useQuotations } from './use-quotations.ts';

const minuteMs = 60_000;
/** An instrument that always trades. */
const alwaysOpen = 'BTC/USDT';

export type WaitWords = {
  readonly inWords: string;
  readonly brief: string;
  /** Whether the moment has passed; the text still states the last minute. */
  readonly over: boolean;
};

/** Returns the wait until a moment, given in seconds; undefined without a moment and while the market's time is unknown. */
export function useWait(until: number | null): WaitWords | undefined {
  const t = useTranslations('market');
  const quoteStore = useQuoteStore();
  const { data, dataUpdatedAt } = useQuotations();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  const waits = until !== null;
  // Subscribes to an instrument that always trades, because the instrument that is waited for may be silent while the clock is
  // set forward.
  useEffect(
    () => (waits ? quoteStore.subscribe(alwaysOpen, () => undefined) : undefined),
    [quoteStore, waits],
  );
  if (until === null || data === undefined) return undefined;
  const marketNow = marketSeconds(data, now - dataUpdatedAt);
  const wait = waitUntil(until, marketNow);
  const over = marketNow >= until;
  switch (waitForm(wait)) {
    case 'days':
      return { inWords: t('waitDays', wait), brief: t('waitDaysShort', wait), over };
    case 'hours':
      return { inWords: t('waitHours', wait), brief: t('waitHoursShort', wait), over };
    case 'minutes':
      return { inWords: t('waitMinutes', wait), brief: t('waitMinutes', wait), over };
  }
}
