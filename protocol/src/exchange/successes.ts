/** The app's success messages for currency exchange. */
import type { Words } from '../languages.ts';

export const exchangeSuccesses = {
  exchange_done: {
    zh: '兑换成功',
    en: 'Exchange complete',
    es: 'Cambio realizado',
    it: 'Cambio eseguito',
    jp: '交換しました',
    ko: '교환했습니다',
    pt: 'Troca feita',
    hk: '兌換完成',
    vn: 'Đã quy đổi',
  },
} satisfies Record<string, Words>;
