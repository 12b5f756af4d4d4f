/** Refusals for spot trading, with their texts. */
import { refusal } from '../refusals.ts';

export const spotRefusals = {
  amount_below_minimum: refusal(400, {
    zh: '金额不能小于 {min}',
    en: 'The amount is below the minimum of {min}. Enter {min} or more.',
    es: 'El importe es inferior al mínimo de {min}. Introduce {min} o más.',
    it: 'L’importo è sotto il minimo di {min}. Inserisci {min} o più.',
    jp: '金額は{min}以上を入力してください。',
    ko: '금액이 최소 {min}보다 적습니다. {min} 이상을 입력하세요.',
    pt: 'O valor está abaixo do mínimo de {min}. Informe {min} ou mais.',
    hk: '金額低於下限 {min}，請輸入 {min} 或以上。',
    vn: 'Số tiền thấp hơn mức tối thiểu {min}. Hãy nhập {min} trở lên.',
  }),
  orders_too_many: refusal(409, {
    zh: '当前委托数量已达上限 {max}，请先撤销一笔',
    en: 'You’ve reached the maximum of {max} open orders. Cancel one first.',
    es: 'Alcanzaste el máximo de {max} órdenes abiertas. Cancela una primero.',
    it: 'Hai raggiunto il massimo di {max} ordini aperti. Annullane prima uno.',
    jp: '未約定注文が上限の{max}件に達しています。先に1件取り消してください。',
    ko: '미체결 주문이 최대 {max}건에 도달했습니다. 먼저 하나를 취소하세요.',
    pt: 'Você atingiu o máximo de {max} ordens abertas. Cancele uma primeiro.',
    hk: '未成交訂單已達上限 {max} 張，請先取消一張。',
    vn: 'Bạn đã đạt tối đa {max} lệnh đang chờ. Hãy hủy bớt một lệnh trước.',
  }),
};
