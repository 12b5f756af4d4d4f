/** Durations in words, each in the unit in which it is short. */
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { durationOf } from './duration.ts';

/** Returns a dash without a duration. */
export function useDuration(): (ms: number | null) => string {
  const t = useTranslations('fillQuality.duration');
  const format = useFormat();
  return (ms) => {
    if (ms === null) return '–';
    if (ms === 0) return t('none');
    const { unit, value } = durationOf(ms);
    return t(unit, { value: format.decimal(value, { min: 0, max: 1 }) });
  };
}
