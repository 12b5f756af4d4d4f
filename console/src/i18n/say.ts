/** Returns a text of the console by its key, as in `t('deposits.voucher')`. */
import { useTranslations } from 'use-intl';

export type Say = ReturnType<typeof useTranslations<never>>;

export function useSay(): Say {
  return useTranslations();
}
