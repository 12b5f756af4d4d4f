/** What stands under a figure of new terms: what counts now, and a part of one in per cent too, so that no point slips. */
import { formatAmount, parseAmount } from '@candor/domain/money/amount.ts';
import type { Say } from '../../i18n/say.ts';

/** "Now 0.001, 0.1%"; nothing of what is open or not, which its two answers say. */
export function figureHint(t: Say, name: string, now: string | boolean | undefined): string | undefined {
  if (typeof now !== 'string') return undefined;
  const figure = parseAmount(now);
  if (figure === undefined || !isPartOfOne(name)) return t('terms.hint', { value: now });
  return t('terms.hintPercent', { value: now, percent: formatAmount(figure * 100n) });
}

function isPartOfOne(name: string): boolean {
  return name.endsWith('_rate') || name.startsWith('payout_');
}
