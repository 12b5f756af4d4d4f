/** What the console says, by the keys of its texts: `t('deposits.voucher')`. One function says all of them, so that it can be handed on. */
import { useTranslations } from 'use-intl';

export type Say = ReturnType<typeof useTranslations<never>>;

export function useSay(): Say {
  return useTranslations();
}
