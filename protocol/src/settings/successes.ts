/** The app's success messages for the settings. */
import type { Words } from '../languages.ts';

export const settingsSuccesses = {
  account_closed: {
    zh: '账户已注销',
    en: 'Account closed',
    es: 'Cuenta cerrada',
    it: 'Account chiuso',
    jp: 'アカウントを解約しました',
    ko: '계정을 해지했습니다',
    pt: 'Conta encerrada',
    hk: '帳戶已關閉',
    vn: 'Đã đóng tài khoản',
  },
} satisfies Record<string, Words>;
