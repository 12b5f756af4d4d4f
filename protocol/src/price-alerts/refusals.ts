/** What price alerts refuse, and how it is said. */
import { refusal } from '../refusals.ts';

export const priceAlertsRefusals = {
  alerts_too_many: refusal(409, {
    zh: '价格提醒数量已达上限 {max}',
    en: 'You wait for {max} prices already. Delete one first.',
    es: 'Ya esperas {max} precios. Elimina uno primero.',
    it: 'Aspetti già {max} prezzi. Eliminane prima uno.',
    jp: '価格アラートが上限の{max}件に達しています。先に1件削除してください。',
    ko: '가격 알림이 최대 {max}개입니다. 먼저 하나를 삭제하세요.',
    pt: 'Você já espera {max} preços. Exclua um primeiro.',
    hk: '價格提示數量已達上限 {max} 個，請先刪除一個。',
    vn: 'Bạn đã đặt {max} cảnh báo giá. Hãy xóa bớt một cảnh báo trước.',
  }),
};
