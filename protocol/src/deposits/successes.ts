/** The app's success messages for deposits. */
import type { Words } from '../languages.ts';

export const depositsSuccesses = {
  deposit_done: {
    zh: '充值成功',
    en: 'Deposit complete',
    es: 'Depósito completado',
    it: 'Deposito completato',
    jp: '入金が完了しました',
    ko: '입금이 완료되었습니다',
    pt: 'Depósito concluído',
    hk: '存款完成',
    vn: 'Nạp tiền hoàn tất',
  },
} satisfies Record<string, Words>;
