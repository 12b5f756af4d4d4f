/** The app's success messages for account security. */
import type { Words } from '../languages.ts';

export const securitySuccesses = {
  trading_password_set: {
    zh: '交易密码设置成功',
    en: 'Trading PIN set',
    es: 'PIN de operaciones creado',
    it: 'PIN di trading impostato',
    jp: '取引パスワードを設定しました',
    ko: '거래 비밀번호를 설정했습니다',
    pt: 'PIN de negociação definido',
    hk: '交易密碼已設定',
    vn: 'Đã đặt mã PIN giao dịch',
  },
  session_closed: {
    zh: '已退出该设备',
    en: 'Device logged out',
    es: 'Sesión del dispositivo cerrada',
    it: 'Dispositivo disconnesso',
    jp: '端末をログアウトしました',
    ko: '기기에서 로그아웃했습니다',
    pt: 'Dispositivo desconectado',
    hk: '已登出該裝置',
    vn: 'Đã đăng xuất thiết bị',
  },
} satisfies Record<string, Words>;
