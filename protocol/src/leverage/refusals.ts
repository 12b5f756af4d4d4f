/** Refusals for leverage permission, with their texts. */
import { refusal } from '../refusals.ts';

export const leverageRefusals = {
  lever_trade_open: refusal(409, {
    zh: '您有未平仓的杠杆交易，请先平仓',
    en: 'A leveraged trade is still open. Close it first.',
    es: 'Tienes una operación apalancada abierta. Ciérrala primero.',
    it: 'Hai ancora un’operazione a leva aperta. Prima chiudila.',
    jp: '保有中のレバレッジ取引があります。先に決済してください。',
    ko: '진행 중인 레버리지 거래가 있습니다. 먼저 청산하세요.',
    pt: 'Ainda há uma operação alavancada aberta. Feche-a primeiro.',
    hk: '有槓桿交易進行中，請先平倉。',
    vn: 'Bạn vẫn còn giao dịch đòn bẩy đang mở. Hãy đóng trước.',
  }),
};
