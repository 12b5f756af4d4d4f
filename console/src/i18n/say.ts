/**
 * Returns the console's texts by their keys: `t('deposits.voucher')`. One function serves all keys, so that it can be passed
 * on.
 */
import { useTranslations } from 'use-intl';

export type Say = ReturnType<typeof useTranslations<never>>;

export function useSay(): Say {
  return useTranslations();
}
