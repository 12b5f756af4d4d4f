/** The app's success messages for registration. */
import type { Words } from '../languages.ts';

export const registrationSuccesses = {
  register_done: {
    zh: '注册成功',
    en: 'Account created',
    es: 'Cuenta creada',
    it: 'Account creato',
    jp: 'アカウントを登録しました',
    ko: '가입이 완료되었습니다',
    pt: 'Conta criada',
    hk: '註冊成功',
    vn: 'Đã tạo tài khoản',
  },
} satisfies Record<string, Words>;
