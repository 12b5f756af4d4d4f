/** The text that explains why a purchase was skipped. */
import { useTranslations } from 'use-intl';

const known = [
  'purchase_late',
  'balance_insufficient',
  'amount_below_minimum',
  'quantity_above_maximum',
  'liquidity_insufficient',
  'trading_closed',
  'account_frozen',
  'account_locked',
  'self_excluded',
  'timed_out',
  'product_not_offered',
  'pair_not_active',
  'opening_stopped',
] as const;
type Known = (typeof known)[number];

/** Returns undefined if nothing was skipped. A reason unknown to this version gets a generic text. */
export function useSkipReason(reason: string | null): string | undefined {
  const t = useTranslations('recurring');
  if (reason === null) return undefined;
  const isKnown = (code: string): code is Known => known.some((one) => one === code);
  return isKnown(reason) ? t(`skipped.${reason}`) : t('skipped.other');
}
