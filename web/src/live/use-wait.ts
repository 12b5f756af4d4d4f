/** The time until a moment of the market's clock, in words, updated every minute. */
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { marketSeconds, waitForm, waitUntil } from './reopening.ts';
import { quoteStore } from './quotes.ts';
import { useQuotations } from './use-quotations.ts';

const minuteMs = 60_000;
/** Crypto never closes. */
const alwaysOpen = 'BTC/USDT';

export type WaitWords = {
  readonly inWords: string;
  /** For tight spaces. */
  readonly brief: string;
  /** The moment has come; the words still state the last minute. */
  readonly over: boolean;
};

/** The wait until a moment in seconds; undefined without one, and while the market's time is not known. */
export function useWait(until: number | null): WaitWords | undefined {
  const t = useTranslations('market');
  const { data, dataUpdatedAt } = useQuotations();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  const waits = until !== null;
  // A waiting instrument may be silent. One that always trades makes a clock set forward noticeable meanwhile.
  useEffect(() => (waits ? quoteStore.subscribe(alwaysOpen, () => undefined) : undefined), [waits]);
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
