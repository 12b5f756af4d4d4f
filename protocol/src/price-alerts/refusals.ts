/** Refusals for price alerts, with their texts. */
import { refusal } from '../refusals.ts';

export const priceAlertsRefusals = {
  alerts_too_many: refusal(409, {
    zh: '价格提醒数量已达上限 {max}，请先删除一个',
    en: 'You already have {max} price alerts. Delete one first.',
    es: 'Alcanzaste el máximo de {max} alertas de precio. Elimina una primero.',
    it: 'Hai raggiunto il massimo di {max} avvisi di prezzo. Eliminane prima uno.',
    jp: '価格アラートが上限の{max}件に達しています。先に1件削除してください。',
    ko: '가격 알림은 최대 {max}개까지 설정할 수 있습니다. 먼저 하나를 삭제하세요.',
    pt: 'Você atingiu o máximo de {max} alertas de preço. Exclua um primeiro.',
    hk: '到價提示已達上限 {max} 個，請先刪除一個。',
    vn: 'Bạn đã đặt tối đa {max} cảnh báo giá. Hãy xóa bớt một cảnh báo trước.',
  }),
};
