/** Durations in words, each in the unit in which it is short. */
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { durationOf } from './duration.ts';

/** Returns a dash for a missing duration. */
export function useDuration(): (ms: number | null) => string {
  const t = useTranslations('fillQuality');
  const { locale } = useFormat();
  return (ms) => {
    if (ms === null) return '–';
    if (ms === 0) return t('immediately');
    const { unit, value } = durationOf(ms);
    const options = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const;
    return new Intl.NumberFormat(locale, options).format(value);
  };
}
