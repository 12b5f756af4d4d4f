/** Messages to customers about leveraged positions: margin, and what their orders and levels opened and closed. */
import { notice } from '../notices/notice.ts';

export const positionsNotices = {
  /** Params: symbol, share ("75%"). */
  position_warned: notice('margin', {
    zh: {
      subject: '保证金不足预警',
      text: '您 {symbol} 仓位的保证金水平已降至 {share}，降至 50% 时将被强制平仓。您可以在应用中追加保证金、部分平仓或设置止损。',
    },
    en: {
      subject: 'Margin warning',
      text: 'The margin health of your {symbol} position is down to {share}. We’ll liquidate the position if it falls to 50%. You can add margin, close part of the position or set a stop loss in the app.',
    },
    es: {
      subject: 'Aviso de margen',
      text: 'El nivel de margen de tu posición en {symbol} bajó al {share}. Si cae al 50%, liquidaremos la posición. En la app puedes añadir margen, cerrar una parte de la posición o poner un stop loss.',
    },
    it: {
      subject: 'Avviso sul margine',
      text: 'Il livello del margine della tua posizione su {symbol} è sceso al {share}. Se scende al 50%, la posizione viene liquidata. Nell’app puoi aggiungere margine, chiudere una parte della posizione o impostare uno stop loss.',
    },
    jp: {
      subject: '証拠金維持率の警告',
      text: '{symbol}のポジションの証拠金維持率が{share}まで下がりました。50%になるとロスカットされます。アプリで証拠金の追加、一部決済、損切りの設定ができます。',
    },
    ko: {
      subject: '증거금 경고',
      text: '{symbol} 포지션의 증거금 비율이 {share}까지 내려갔습니다. 50%가 되면 강제 청산됩니다. 앱에서 증거금을 추가하거나, 일부를 청산하거나, 손절을 설정할 수 있습니다.',
    },
    pt: {
      subject: 'Aviso de margem',
      text: 'O nível de margem da sua posição em {symbol} caiu para {share}. Se cair a 50%, vamos liquidá-la. No app, você pode adicionar margem, fechar uma parte da posição ou definir um stop loss.',
    },
    hk: {
      subject: '保證金不足警示',
      text: '你的 {symbol} 持倉保證金水平已降至 {share}，降至 50% 便會被強制平倉。你可在應用程式追加保證金、部分平倉或設定止蝕。',
    },
    vn: {
      subject: 'Cảnh báo ký quỹ',
      text: 'Mức ký quỹ của vị thế {symbol} còn {share}. Nếu còn 50%, vị thế sẽ bị thanh lý. Trong ứng dụng bạn có thể thêm ký quỹ, đóng một phần hoặc đặt cắt lỗ.',
    },
  }),
  /** Params: symbol, price. */
  position_closed_out: notice('margin', {
    zh: {
      subject: '您的仓位已被强制平仓',
      text: '您 {symbol} 仓位的保证金水平降至 50%，已按 {price} 强制平仓。您可以在应用的“持仓”中查看凭证，核对并验证各项数字。',
    },
    en: {
      subject: 'Your position was liquidated',
      text: 'The margin health of your {symbol} position fell to 50%, so we liquidated the position at {price}. You can see and verify every figure on the receipt in the app, under Positions.',
    },
    es: {
      subject: 'Tu posición fue liquidada',
      text: 'El nivel de margen de tu posición en {symbol} bajó al 50%, así que liquidamos la posición a {price}. Puedes ver y verificar todas las cifras en el recibo, en la app, en Posiciones.',
    },
    it: {
      subject: 'La tua posizione è stata liquidata',
      text: 'Il livello del margine della tua posizione su {symbol} è sceso al 50% e la posizione è stata liquidata a {price}. Puoi vedere e verificare ogni cifra sulla ricevuta, nell’app, in Posizioni.',
    },
    jp: {
      subject: 'ポジションがロスカットされました',
      text: '{symbol}のポジションの証拠金維持率が50%まで下がり、{price}でロスカットされました。明細はアプリの「ポジション」にあり、検証もできます。',
    },
    ko: {
      subject: '포지션이 강제 청산되었습니다',
      text: '{symbol} 포지션의 증거금 비율이 50%로 내려가 {price}에 강제 청산되었습니다. 모든 수치는 앱의 ‘포지션’에 있는 체결 내역에서 확인하고 검증할 수 있습니다.',
    },
    pt: {
      subject: 'Sua posição foi liquidada',
      text: 'O nível de margem da sua posição em {symbol} caiu a 50%, por isso a liquidamos a {price}. Veja e confira todos os números no recibo, no app, em Posições.',
    },
    hk: {
      subject: '你的持倉已被強制平倉',
      text: '你的 {symbol} 持倉保證金水平降至 50%，已按 {price} 強制平倉。你可在應用程式的「持倉」查看收據，核對並驗證各項數字。',
    },
    vn: {
      subject: 'Vị thế của bạn đã bị thanh lý',
      text: 'Mức ký quỹ của vị thế {symbol} giảm còn 50% nên vị thế đã bị thanh lý ở {price}. Bạn có thể xem và xác minh mọi con số trên biên nhận trong ứng dụng, ở mục Vị thế.',
    },
  }),
  /** Params: symbol, quantity, price, fee; for the link: position, product. */
  position_opened_long: notice('orders', {
    zh: {
      subject: '您的委托已成交并开仓',
      text: '您的委托已按 {price} 开立 {symbol} 多仓（数量 {quantity}），开仓手续费 {fee} USDT。',
    },
    en: {
      subject: 'Your order opened a position',
      text: 'Your order opened a long {symbol} position (quantity {quantity}) at {price}. The opening fee was {fee} USDT.',
    },
    es: {
      subject: 'Tu orden abrió una posición',
      text: 'Tu orden abrió una posición larga en {symbol} (cantidad {quantity}) a {price}. La comisión de apertura fue de {fee} USDT.',
    },
    it: {
      subject: 'Il tuo ordine ha aperto una posizione',
      text: 'Il tuo ordine ha aperto una posizione long su {symbol} (quantità {quantity}) a {price}. La commissione di apertura è stata di {fee} USDT.',
    },
    jp: {
      subject: '注文が約定し、ポジションを建てました',
      text: 'ご注文により{symbol}のロングポジション（数量 {quantity}）を{price}で建てました。新規手数料は{fee} USDTです。',
    },
    ko: {
      subject: '주문이 체결되어 포지션에 진입했습니다',
      text: '{symbol} 롱 포지션(수량 {quantity})에 진입했습니다. 진입가는 {price}, 진입 수수료는 {fee} USDT입니다.',
    },
    pt: {
      subject: 'Sua ordem abriu uma posição',
      text: 'Sua ordem abriu uma posição comprada em {symbol} (quantidade {quantity}) a {price}. A taxa de abertura foi de {fee} USDT.',
    },
    hk: {
      subject: '你的訂單已成交並開倉',
      text: '你的訂單已按 {price} 開立 {symbol} 好倉（數量 {quantity}），開倉手續費 {fee} USDT。',
    },
    vn: {
      subject: 'Lệnh của bạn đã mở vị thế',
      text: 'Lệnh của bạn đã mở vị thế mua {symbol} (khối lượng {quantity}) ở giá {price}. Phí mở vị thế là {fee} USDT.',
    },
  }),
  /** Params: symbol, quantity, price, fee; for the link: position, product. */
  position_opened_short: notice('orders', {
    zh: {
      subject: '您的委托已成交并开仓',
      text: '您的委托已按 {price} 开立 {symbol} 空仓（数量 {quantity}），开仓手续费 {fee} USDT。',
    },
    en: {
      subject: 'Your order opened a position',
      text: 'Your order opened a short {symbol} position (quantity {quantity}) at {price}. The opening fee was {fee} USDT.',
    },
    es: {
      subject: 'Tu orden abrió una posición',
      text: 'Tu orden abrió una posición corta en {symbol} (cantidad {quantity}) a {price}. La comisión de apertura fue de {fee} USDT.',
    },
    it: {
      subject: 'Il tuo ordine ha aperto una posizione',
      text: 'Il tuo ordine ha aperto una posizione short su {symbol} (quantità {quantity}) a {price}. La commissione di apertura è stata di {fee} USDT.',
    },
    jp: {
      subject: '注文が約定し、ポジションを建てました',
      text: 'ご注文により{symbol}のショートポジション（数量 {quantity}）を{price}で建てました。新規手数料は{fee} USDTです。',
    },
    ko: {
      subject: '주문이 체결되어 포지션에 진입했습니다',
      text: '{symbol} 숏 포지션(수량 {quantity})에 진입했습니다. 진입가는 {price}, 진입 수수료는 {fee} USDT입니다.',
    },
    pt: {
      subject: 'Sua ordem abriu uma posição',
      text: 'Sua ordem abriu uma posição vendida em {symbol} (quantidade {quantity}) a {price}. A taxa de abertura foi de {fee} USDT.',
    },
    hk: {
      subject: '你的訂單已成交並開倉',
      text: '你的訂單已按 {price} 開立 {symbol} 淡倉（數量 {quantity}），開倉手續費 {fee} USDT。',
    },
    vn: {
      subject: 'Lệnh của bạn đã mở vị thế',
      text: 'Lệnh của bạn đã mở vị thế bán {symbol} (khối lượng {quantity}) ở giá {price}. Phí mở vị thế là {fee} USDT.',
    },
  }),
  /** Params: symbol, quantity, price, result (signed, fees included); for the link: position, product. */
  position_took_profit: notice('orders', {
    zh: {
      subject: '您的止盈已触发',
      text: '您的 {symbol} 仓位（数量 {quantity}）已触发止盈，按 {price} 平仓。盈亏：{result} USDT，已扣除手续费。',
    },
    en: {
      subject: 'Your take profit was triggered',
      text: 'Your take profit closed your {symbol} position (quantity {quantity}) at {price}. Result: {result} USDT after fees.',
    },
    es: {
      subject: 'Se alcanzó tu toma de ganancias',
      text: 'Tu toma de ganancias cerró tu posición en {symbol} (cantidad {quantity}) a {price}. Resultado: {result} USDT tras comisiones.',
    },
    it: {
      subject: 'Il tuo take profit è scattato',
      text: 'Il tuo take profit ha chiuso la posizione su {symbol} (quantità {quantity}) a {price}. Risultato: {result} USDT al netto delle commissioni.',
    },
    jp: {
      subject: '利確価格に達しました',
      text: '{symbol}のポジション（数量 {quantity}）を利確により{price}で決済しました。損益：{result} USDT（手数料差引後）。',
    },
    ko: {
      subject: '익절가에 도달했습니다',
      text: '익절로 {symbol} 포지션(수량 {quantity})을 {price}에 청산했습니다. 손익: {result} USDT(수수료 차감 후).',
    },
    pt: {
      subject: 'Seu take profit foi atingido',
      text: 'Seu take profit fechou sua posição em {symbol} (quantidade {quantity}) a {price}. Resultado: {result} USDT após taxas.',
    },
    hk: {
      subject: '你的止賺已觸發',
      text: '你的 {symbol} 持倉（數量 {quantity}）已觸發止賺，按 {price} 平倉。盈虧：{result} USDT，已扣除手續費。',
    },
    vn: {
      subject: 'Đã chạm giá chốt lời của bạn',
      text: 'Lệnh chốt lời đã đóng vị thế {symbol} của bạn (khối lượng {quantity}) ở giá {price}. Kết quả: {result} USDT sau phí.',
    },
  }),
  /** Params: symbol, quantity, price, result (signed, fees included); for the link: position, product. */
  position_stopped: notice('orders', {
    zh: {
      subject: '您的止损已触发',
      text: '您的 {symbol} 仓位（数量 {quantity}）已触发止损，按 {price} 平仓。盈亏：{result} USDT，已扣除手续费。',
    },
    en: {
      subject: 'Your stop loss was triggered',
      text: 'Your stop loss closed your {symbol} position (quantity {quantity}) at {price}. Result: {result} USDT after fees.',
    },
    es: {
      subject: 'Se alcanzó tu stop loss',
      text: 'Tu stop loss cerró tu posición en {symbol} (cantidad {quantity}) a {price}. Resultado: {result} USDT tras comisiones.',
    },
    it: {
      subject: 'Il tuo stop loss è scattato',
      text: 'Il tuo stop loss ha chiuso la posizione su {symbol} (quantità {quantity}) a {price}. Risultato: {result} USDT al netto delle commissioni.',
    },
    jp: {
      subject: '損切り価格に達しました',
      text: '{symbol}のポジション（数量 {quantity}）を損切りにより{price}で決済しました。損益：{result} USDT（手数料差引後）。',
    },
    ko: {
      subject: '손절가에 도달했습니다',
      text: '손절로 {symbol} 포지션(수량 {quantity})을 {price}에 청산했습니다. 손익: {result} USDT(수수료 차감 후).',
    },
    pt: {
      subject: 'Seu stop loss foi atingido',
      text: 'Seu stop loss fechou sua posição em {symbol} (quantidade {quantity}) a {price}. Resultado: {result} USDT após taxas.',
    },
    hk: {
      subject: '你的止蝕已觸發',
      text: '你的 {symbol} 持倉（數量 {quantity}）已觸發止蝕，按 {price} 平倉。盈虧：{result} USDT，已扣除手續費。',
    },
    vn: {
      subject: 'Đã chạm giá cắt lỗ của bạn',
      text: 'Lệnh cắt lỗ đã đóng vị thế {symbol} của bạn (khối lượng {quantity}) ở giá {price}. Kết quả: {result} USDT sau phí.',
    },
  }),
  /** Params: symbol, quantity, price, result (signed, fees included); for the link: position, product. */
  position_locked: notice('orders', {
    zh: {
      subject: '您的锁盈已触发',
      text: '您的 {symbol} 仓位（数量 {quantity}）已触发锁盈，按 {price} 平仓。盈亏：{result} USDT，已扣除手续费。',
    },
    en: {
      subject: 'Your profit lock was triggered',
      text: 'Your profit lock closed your {symbol} position (quantity {quantity}) at {price}. Result: {result} USDT after fees.',
    },
    es: {
      subject: 'Se alcanzó tu protección de ganancias',
      text: 'Tu protección de ganancias cerró tu posición en {symbol} (cantidad {quantity}) a {price}. Resultado: {result} USDT tras comisiones.',
    },
    it: {
      subject: 'Il tuo blocco del profitto è scattato',
      text: 'Il tuo blocco del profitto ha chiuso la posizione su {symbol} (quantità {quantity}) a {price}. Risultato: {result} USDT al netto delle commissioni.',
    },
    jp: {
      subject: '利益確保の価格に達しました',
      text: '{symbol}のポジション（数量 {quantity}）を利益確保により{price}で決済しました。損益：{result} USDT（手数料差引後）。',
    },
    ko: {
      subject: '이익 보존 가격에 도달했습니다',
      text: '이익 보존으로 {symbol} 포지션(수량 {quantity})을 {price}에 청산했습니다. 손익: {result} USDT(수수료 차감 후).',
    },
    pt: {
      subject: 'Sua trava de lucro foi atingida',
      text: 'Sua trava de lucro fechou sua posição em {symbol} (quantidade {quantity}) a {price}. Resultado: {result} USDT após taxas.',
    },
    hk: {
      subject: '你的鎖盈已觸發',
      text: '你的 {symbol} 持倉（數量 {quantity}）已觸發鎖盈，按 {price} 平倉。盈虧：{result} USDT，已扣除手續費。',
    },
    vn: {
      subject: 'Đã chạm giá khóa lời của bạn',
      text: 'Lệnh khóa lời đã đóng vị thế {symbol} của bạn (khối lượng {quantity}) ở giá {price}. Kết quả: {result} USDT sau phí.',
    },
  }),
  /** Params: symbol, quantity, price, result (signed, fees included); for the link: position, product. */
  position_trailed: notice('orders', {
    zh: {
      subject: '您的跟踪止损已触发',
      text: '您的 {symbol} 仓位（数量 {quantity}）已触发跟踪止损，按 {price} 平仓。盈亏：{result} USDT，已扣除手续费。',
    },
    en: {
      subject: 'Your trailing stop was triggered',
      text: 'Your trailing stop closed your {symbol} position (quantity {quantity}) at {price}. Result: {result} USDT after fees.',
    },
    es: {
      subject: 'Se activó tu stop dinámico',
      text: 'Tu stop dinámico cerró tu posición en {symbol} (cantidad {quantity}) a {price}. Resultado: {result} USDT tras comisiones.',
    },
    it: {
      subject: 'Il tuo trailing stop è scattato',
      text: 'Il tuo trailing stop ha chiuso la posizione su {symbol} (quantità {quantity}) a {price}. Risultato: {result} USDT al netto delle commissioni.',
    },
    jp: {
      subject: 'トレーリングストップが作動しました',
      text: '{symbol}のポジション（数量 {quantity}）をトレーリングストップにより{price}で決済しました。損益：{result} USDT（手数料差引後）。',
    },
    ko: {
      subject: '트레일링 스탑이 작동했습니다',
      text: '트레일링 스탑으로 {symbol} 포지션(수량 {quantity})을 {price}에 청산했습니다. 손익: {result} USDT(수수료 차감 후).',
    },
    pt: {
      subject: 'Seu stop móvel foi acionado',
      text: 'Seu stop móvel fechou sua posição em {symbol} (quantidade {quantity}) a {price}. Resultado: {result} USDT após taxas.',
    },
    hk: {
      subject: '你的移動止蝕已觸發',
      text: '你的 {symbol} 持倉（數量 {quantity}）已觸發移動止蝕，按 {price} 平倉。盈虧：{result} USDT，已扣除手續費。',
    },
    vn: {
      subject: 'Lệnh cắt lỗ động đã kích hoạt',
      text: 'Lệnh cắt lỗ động đã đóng vị thế {symbol} của bạn (khối lượng {quantity}) ở giá {price}. Kết quả: {result} USDT sau phí.',
    },
  }),
  /** Params: symbol, quantity, price, result (signed, fees included); for the link: position, product. */
  position_reduced: notice('orders', {
    zh: {
      subject: '您的平仓委托已成交',
      text: '您的 {symbol} 仓位已按委托全部或部分平仓（数量 {quantity}），成交价 {price}。盈亏：{result} USDT，已扣除手续费。',
    },
    en: {
      subject: 'Your closing order was filled',
      text: 'Your order closed your {symbol} position, or part of it (quantity {quantity}), at {price}. Result: {result} USDT after fees.',
    },
    es: {
      subject: 'Tu orden de cierre se ejecutó',
      text: 'Tu orden cerró tu posición en {symbol}, o parte de ella (cantidad {quantity}), a {price}. Resultado: {result} USDT tras comisiones.',
    },
    it: {
      subject: 'Il tuo ordine di chiusura è stato eseguito',
      text: 'Il tuo ordine ha chiuso la posizione su {symbol}, o una parte (quantità {quantity}), a {price}. Risultato: {result} USDT al netto delle commissioni.',
    },
    jp: {
      subject: '決済注文が約定しました',
      text: 'ご注文により{symbol}のポジションの全部または一部（数量 {quantity}）を{price}で決済しました。損益：{result} USDT（手数料差引後）。',
    },
    ko: {
      subject: '청산 주문이 체결되었습니다',
      text: '주문이 체결되어 {symbol} 포지션의 전부 또는 일부(수량 {quantity})를 {price}에 청산했습니다. 손익: {result} USDT(수수료 차감 후).',
    },
    pt: {
      subject: 'Sua ordem de fechamento foi executada',
      text: 'Sua ordem fechou sua posição em {symbol}, ou parte dela (quantidade {quantity}), a {price}. Resultado: {result} USDT após taxas.',
    },
    hk: {
      subject: '你的平倉訂單已成交',
      text: '你的 {symbol} 持倉已按訂單全部或部分平倉（數量 {quantity}），成交價 {price}。盈虧：{result} USDT，已扣除手續費。',
    },
    vn: {
      subject: 'Lệnh đóng vị thế đã khớp',
      text: 'Lệnh của bạn đã đóng toàn bộ hoặc một phần vị thế {symbol} (khối lượng {quantity}) ở giá {price}. Kết quả: {result} USDT sau phí.',
    },
  }),
  /** Params: symbol, quantity, price, result (signed, fees included); for the link: position, product. */
  position_closed_late: notice('orders', {
    zh: {
      subject: '您的平仓请求已成交',
      text: '您的 {symbol} 平仓请求（数量 {quantity}）等到了下一个价格，已按 {price} 成交。盈亏：{result} USDT，已扣除手续费。',
    },
    en: {
      subject: 'Your close request was filled',
      text: 'Your request to close {symbol} (quantity {quantity}) waited for the next price and was filled at {price}. Result: {result} USDT after fees.',
    },
    es: {
      subject: 'Tu solicitud de cierre se ejecutó',
      text: 'Tu solicitud de cerrar {symbol} (cantidad {quantity}) esperó el siguiente precio y se ejecutó a {price}. Resultado: {result} USDT tras comisiones.',
    },
    it: {
      subject: 'La tua richiesta di chiusura è stata eseguita',
      text: 'La tua richiesta di chiudere {symbol} (quantità {quantity}) ha atteso il prezzo successivo ed è stata eseguita a {price}. Risultato: {result} USDT al netto delle commissioni.',
    },
    jp: {
      subject: 'ご依頼の決済が完了しました',
      text: 'ご依頼の{symbol}の決済（数量 {quantity}）は、次の価格を待って{price}で約定しました。損益：{result} USDT（手数料差引後）。',
    },
    ko: {
      subject: '요청하신 청산이 완료되었습니다',
      text: '요청하신 {symbol} 청산(수량 {quantity})이 다음 가격이 나온 뒤 {price}에 체결되었습니다. 손익: {result} USDT(수수료 차감 후).',
    },
    pt: {
      subject: 'Seu pedido de fechamento foi executado',
      text: 'Seu pedido de fechar {symbol} (quantidade {quantity}) esperou o próximo preço e foi executado a {price}. Resultado: {result} USDT após taxas.',
    },
    hk: {
      subject: '你的平倉要求已成交',
      text: '你的 {symbol} 平倉要求（數量 {quantity}）等到了下一個價格，已按 {price} 成交。盈虧：{result} USDT，已扣除手續費。',
    },
    vn: {
      subject: 'Yêu cầu đóng vị thế đã hoàn tất',
      text: 'Yêu cầu đóng vị thế {symbol} của bạn (khối lượng {quantity}) đã chờ giá tiếp theo và được thực hiện ở giá {price}. Kết quả: {result} USDT sau phí.',
    },
  }),
};
