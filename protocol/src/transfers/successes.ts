/** The app's success messages for transfers. */
import type { Words } from '../languages.ts';

export const transfersSuccesses = {
  transfer_done: {
    zh: '划转成功',
    en: 'Transfer complete',
    es: 'Transferencia realizada',
    it: 'Trasferimento eseguito',
    jp: '振り替えました',
    ko: '이체했습니다',
    pt: 'Transferência feita',
    hk: '轉撥成功',
    vn: 'Đã chuyển tiền',
  },
} satisfies Record<string, Words>;
