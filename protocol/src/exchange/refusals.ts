/** Refusals for currency exchange, with their texts. */
import { refusal } from '../refusals.ts';

export const exchangeRefusals = {
  quote_expired: refusal(409, {
    zh: '报价已过期，未进行兑换，请重新获取',
    en: 'This price has expired, and nothing was exchanged. Get a new price.',
    es: 'Este precio venció y no se cambió nada. Pide uno nuevo.',
    it: 'Questo prezzo è scaduto e non è stato cambiato nulla. Chiedine uno nuovo.',
    jp: '価格の有効時間が切れたため、交換は行われていません。新しい価格を取得してください。',
    ko: '가격의 유효 시간이 지나 교환되지 않았습니다. 새 가격을 받으세요.',
    pt: 'Este preço expirou e nada foi trocado. Peça um novo.',
    hk: '報價已過期，未有進行兌換，請重新索取報價。',
    vn: 'Giá này đã hết hạn và chưa có gì được quy đổi. Hãy lấy giá mới.',
  }),
  quotes_exhausted: refusal(409, {
    zh: '您一小时内未使用的报价已达 {max} 次，请于 {until} 后再获取',
    en: 'You’ve asked for {max} prices within an hour without using one. You can ask again from {until}.',
    es: 'Pediste {max} precios en una hora sin usar ninguno. Puedes pedir otro a partir de {until}.',
    it: 'Hai chiesto {max} prezzi in un’ora senza usarne nessuno. Potrai chiederne un altro dal {until}.',
    jp: '1時間以内に提示した価格のうち、交換されなかったものが{max}件に達しました。{until}から再び取得できます。',
    ko: '한 시간 동안 받고도 교환하지 않은 가격이 {max}건에 이르렀습니다. {until}부터 다시 요청할 수 있습니다.',
    pt: 'Você pediu {max} preços em uma hora sem usar nenhum. Pode pedir outro a partir de {until}.',
    hk: '你一小時內未使用的報價已達 {max} 次，由 {until} 起可再索取。',
    vn: 'Trong một giờ bạn đã nhận {max} mức giá mà không quy đổi. Bạn có thể lấy giá mới từ {until}.',
  }),
  exchange_too_small: refusal(400, {
    zh: '数量过小，兑换结果为 0，请增加数量',
    en: 'This amount is too small to exchange. Enter a larger one.',
    es: 'El importe es demasiado pequeño para cambiarlo. Introduce uno mayor.',
    it: 'L’importo è troppo piccolo per il cambio. Inseriscine uno maggiore.',
    jp: '数量が小さすぎて交換できません。数量を増やしてください。',
    ko: '수량이 너무 적어 교환할 수 없습니다. 더 많은 수량을 입력하세요.',
    pt: 'O valor é pequeno demais para trocar. Informe um maior.',
    hk: '數量過小，兌換結果為 0，請增加數量。',
    vn: 'Số lượng quá nhỏ để quy đổi. Hãy nhập số lớn hơn.',
  }),
  exchange_too_large: refusal(400, {
    zh: '单笔兑换价值不能超过 {max} USDT，请减少数量',
    en: 'You can exchange up to {max} USDT at a time. Enter a smaller amount.',
    es: 'Puedes cambiar hasta {max} USDT por operación. Introduce un importe menor.',
    it: 'Puoi cambiare fino a {max} USDT alla volta. Inserisci un importo minore.',
    jp: '1回の交換は{max} USDT相当までです。数量を減らしてください。',
    ko: '한 번에 최대 {max} USDT 상당까지 교환할 수 있습니다. 수량을 줄이세요.',
    pt: 'Você pode trocar até o equivalente a {max} USDT por vez. Informe um valor menor.',
    hk: '單次兌換價值不可超過 {max} USDT，請減少數量。',
    vn: 'Mỗi lần bạn quy đổi được tối đa {max} USDT. Hãy nhập số nhỏ hơn.',
  }),
};
