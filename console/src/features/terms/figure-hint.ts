/**
 * The hint under a figure of new terms. It shows the current value, and fractions also as percentages, so that a misplaced
 * decimal point is noticed.
 */
import { formatAmount, parseAmount } from '@candor/domain/money/amount.ts';
import type { Say } from '../../i18n/say.ts';

/** Returns "Now 0.001, 0.1%", or undefined for a yes/no field, which itself shows the current value. */
export function figureHint(t: Say, name: string, now: string | boolean | undefined): string | undefined {
  if (typeof now !== 'string') return undefined;
  const figure = parseAmount(now);
  if (figure === undefined || !isPartOfOne(name)) return t('terms.hint', { value: now });
  return t('terms.hintPercent', { value: now, percent: formatAmount(figure * 100n) });
}

function isPartOfOne(name: string): boolean {
  return name.endsWith('_rate') || name.startsWith('payout_');
}
