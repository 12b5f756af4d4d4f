/** Refusals for recurring purchases, with their texts. */
import { refusal } from '../refusals.ts';

export const recurringRefusals = {
  recurring_too_many: refusal(409, {
    zh: '定投计划数量已达上限 {max} 个，请先删除一个',
    en: 'You already have {max} recurring buys. Delete one first.',
    es: 'Ya tienes {max} compras recurrentes. Elimina una primero.',
    it: 'Hai già {max} piani di accumulo. Eliminane prima uno.',
    jp: '積立は{max}件までです。先に1件削除してください。',
    ko: '코인 모으기는 최대 {max}개까지 만들 수 있습니다. 먼저 하나를 삭제하세요.',
    pt: 'Você já tem {max} compras recorrentes. Exclua uma primeiro.',
    hk: '定期買入計劃最多 {max} 個，請先刪除一個。',
    vn: 'Bạn đã có {max} kế hoạch mua định kỳ. Hãy xóa bớt một kế hoạch trước.',
  }),
};
