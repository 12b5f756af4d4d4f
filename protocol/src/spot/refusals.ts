/** Refusals for spot trading, with their texts. */
import { refusal } from '../refusals.ts';

export const spotRefusals = {
  amount_below_minimum: refusal(400, {
    zh: '金额低于下限 {min}，请输入 {min} 或以上',
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
  stop_already_reached: refusal(400, {
    zh: '当前价格 {price} 已达到触发价，请将触发价设远一些，或改用市价委托',
    en: 'The price of {price} has already reached your stop. Set the stop further away, or place a market order.',
    es: 'El precio de {price} ya alcanzó tu stop. Aléjalo o envía una orden a mercado.',
    it: 'Il prezzo di {price} ha già raggiunto il tuo stop. Spostalo più lontano o invia un ordine a mercato.',
    jp: '現在の価格{price}がすでに逆指値に達しています。逆指値を離すか、成行で注文してください。',
    ko: '현재 가격({price})이 이미 스탑 가격에 도달했습니다. 스탑 가격을 더 멀리 두거나 시장가로 주문하세요.',
    pt: 'O preço de {price} já atingiu o seu stop. Afaste o stop ou envie uma ordem a mercado.',
    hk: '現價 {price} 已到達觸發價，請將觸發價設遠一點，或改用市價盤。',
    vn: 'Giá {price} đã chạm giá dừng của bạn. Hãy đặt giá dừng xa hơn hoặc đặt lệnh thị trường.',
  }),
  stop_on_wrong_side: refusal(400, {
    zh: '卖出时触发价须低于限价 {price}，买入时须高于限价',
    en: 'To sell, the stop must be below the limit of {price}; to buy, above it.',
    es: 'Para vender, el stop debe estar por debajo del límite de {price}; para comprar, por encima.',
    it: 'Per vendere lo stop deve essere sotto il limite di {price}; per comprare, sopra.',
    jp: '逆指値は、売りの場合は指値{price}より低く、買いの場合は高く設定してください。',
    ko: '스탑 가격은 매도 시 지정가 {price}보다 낮아야 하고, 매수 시 높아야 합니다.',
    pt: 'Para vender, o stop deve ficar abaixo do limite de {price}; para comprar, acima.',
    hk: '賣出時觸發價須低於限價 {price}，買入時須高於限價。',
    vn: 'Khi bán, giá dừng phải thấp hơn giá giới hạn {price}; khi mua thì phải cao hơn.',
  }),
};
