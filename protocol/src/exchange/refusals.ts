/** What exchanging refuses, and how it is said. */
import { refusal } from '../refusals.ts';

export const exchangeRefusals = {
  quote_expired: refusal(409, {
    zh: '报价已过期，请重新获取',
    en: 'This price has expired and nothing was exchanged. Ask for a new one.',
    es: 'Este precio ha caducado y no se ha cambiado nada. Pide uno nuevo.',
    it: 'Questo prezzo è scaduto e nulla è stato cambiato. Chiedine uno nuovo.',
    jp: '提示価格の有効時間が過ぎたため、交換は行われていません。新しい価格を取得してください。',
    ko: '가격의 유효 시간이 지나 교환되지 않았습니다. 새 가격을 요청하세요.',
    pt: 'Este preço expirou e nada foi trocado. Peça um novo.',
    hk: '報價已過期，未有進行任何兌換，請重新索取報價。',
    vn: 'Giá này đã hết hạn và chưa có gì được quy đổi. Hãy lấy giá mới.',
  }),
  quotes_exhausted: refusal(409, {
    zh: '一小时内未使用的报价已达 {max} 次，请于 {until} 后再获取',
    en: 'You were given {max} prices within an hour without exchanging at them. You can ask for another one from {until} on.',
    es: 'En una hora se te dieron {max} precios con los que no cambiaste nada. Puedes pedir otro a partir de {until}.',
    it: 'In un’ora hai ricevuto {max} prezzi a cui non hai cambiato nulla. Puoi chiederne un altro a partire da {until}.',
    jp: '1時間以内に提示した価格のうち、交換されなかったものが {max} 件に達しました。{until}から再び取得できます。',
    ko: '한 시간 안에 교환하지 않은 가격이 {max}건에 이르렀습니다. {until}부터 다시 요청할 수 있습니다.',
    pt: 'Em uma hora você recebeu {max} preços sem fazer a troca. Você pode pedir outro a partir de {until}.',
    hk: '一小時內已有 {max} 次報價未用於兌換，由 {until} 起可再次索取報價。',
    vn: 'Trong một giờ bạn đã nhận {max} mức giá mà không quy đổi. Bạn có thể lấy giá mới từ {until}.',
  }),
  exchange_too_small: refusal(400, {
    zh: '兑换数量过小，兑换结果为 0',
    en: 'The amount is so small that nothing would be received. Enter a larger one.',
    es: 'El importe es tan pequeño que no recibirías nada. Introduce uno mayor.',
    it: 'L’importo è così piccolo che non riceveresti nulla. Inseriscine uno maggiore.',
    jp: '数量が小さすぎて受け取り額が0になります。より大きい数量を入力してください。',
    ko: '수량이 너무 적어 받을 금액이 0이 됩니다. 더 큰 수량을 입력하세요.',
    pt: 'A quantidade é tão pequena que nada seria recebido. Informe uma maior.',
    hk: '數量過小，兌換後將收不到任何款項，請輸入較大的數量。',
    vn: 'Số lượng quá nhỏ nên sẽ không nhận được gì. Hãy nhập số lớn hơn.',
  }),
  exchange_too_large: refusal(400, {
    zh: '单笔兑换价值不能超过 {max} USDT',
    en: 'One exchange may be worth at most {max} USDT. Enter a smaller amount.',
    es: 'Un cambio puede valer como máximo {max} USDT. Introduce un importe menor.',
    it: 'Un cambio può valere al massimo {max} USDT. Inserisci un importo minore.',
    jp: '1回の交換は {max} USDT 相当までです。数量を減らしてください。',
    ko: '한 번에 최대 {max} USDT 상당까지 교환할 수 있습니다. 수량을 줄이세요.',
    pt: 'Uma troca pode valer no máximo {max} USDT. Informe uma quantidade menor.',
    hk: '單次兌換價值不可超過 {max} USDT，請輸入較小的數量。',
    vn: 'Mỗi lần quy đổi có giá trị tối đa {max} USDT. Hãy nhập số nhỏ hơn.',
  }),
};
