/** The app's success messages for experience credit. */
import type { Words } from '../languages.ts';

export const experienceSuccesses = {
  credit_converted: {
    zh: '体验金已转换为 USDT',
    en: 'Converted to USDT',
    es: 'Convertido a USDT',
    it: 'Convertito in USDT',
    jp: 'USDTに交換しました',
    ko: 'USDT로 전환했습니다',
    pt: 'Convertido em USDT',
    hk: '體驗金已轉換為 USDT',
    vn: 'Đã chuyển đổi thành USDT',
  },
} satisfies Record<string, Words>;
