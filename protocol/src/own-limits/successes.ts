/** The app's success messages for self-imposed limits. */
import type { Words } from '../languages.ts';

export const ownLimitsSuccesses = {
  limit_set: {
    zh: '限额已生效',
    en: 'Limit set',
    es: 'Límite guardado',
    it: 'Limite impostato',
    jp: '上限を設定しました',
    ko: '한도를 설정했습니다',
    pt: 'Limite definido',
    hk: '限額已生效',
    vn: 'Đã đặt hạn mức',
  },
  limit_pending: {
    zh: '已受理，24 小时后生效',
    en: 'Accepted. Takes effect in 24 hours.',
    es: 'Aceptado. Se aplica en 24 horas.',
    it: 'Accettato. Vale tra 24 ore.',
    jp: '受け付けました。24時間後に有効になります',
    ko: '접수했습니다. 24시간 후에 적용됩니다',
    pt: 'Aceito. Vale após 24 horas.',
    hk: '已受理，24 小時後生效',
    vn: 'Đã nhận. Có hiệu lực sau 24 giờ.',
  },
} satisfies Record<string, Words>;
