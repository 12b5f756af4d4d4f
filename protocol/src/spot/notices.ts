/**
 * Messages to customers about orders that filled or ended without an action by the customer. `order_expired` and
 * `order_refused` also report leveraged orders.
 */
import { notice } from '../notices/notice.ts';

export const spotNotices = {
  /** Params: symbol, coin, quantity, price, currency, total (fee included); for the link: order. */
  order_bought: notice('orders', {
    zh: {
      subject: '您的买入委托已成交',
      text: '您的委托已按 {price} {currency} 买入 {quantity} {coin}，共支付 {total} {currency}，已含手续费。',
    },
    en: {
      subject: 'Your buy order was filled',
      text: 'You bought {quantity} {coin} at {price} {currency} and paid {total} {currency}, fee included.',
    },
    es: {
      subject: 'Tu orden de compra se ejecutó',
      text: 'Compraste {quantity} {coin} a {price} {currency} y pagaste {total} {currency}, comisión incluida.',
    },
    it: {
      subject: 'Il tuo ordine di acquisto è stato eseguito',
      text: 'Hai acquistato {quantity} {coin} a {price} {currency} e pagato {total} {currency}, commissione inclusa.',
    },
    jp: {
      subject: '買い注文が約定しました',
      text: 'ご注文により{quantity} {coin}を{price} {currency}で購入しました。お支払いは手数料込みで{total} {currency}です。',
    },
    ko: {
      subject: '매수 주문이 체결되었습니다',
      text: '{price} {currency}에 {coin} {quantity}개를 매수했습니다. 결제 금액은 수수료를 포함해 {total} {currency}입니다.',
    },
    pt: {
      subject: 'Sua ordem de compra foi executada',
      text: 'Você comprou {quantity} {coin} a {price} {currency} e pagou {total} {currency}, taxa incluída.',
    },
    hk: {
      subject: '你的買入訂單已成交',
      text: '你的訂單已按 {price} {currency} 買入 {quantity} {coin}，共支付 {total} {currency}，已包括手續費。',
    },
    vn: {
      subject: 'Lệnh mua của bạn đã khớp',
      text: 'Bạn đã mua {quantity} {coin} ở giá {price} {currency} và trả {total} {currency}, đã gồm phí.',
    },
  }),
  /** Params: symbol, coin, quantity, price, currency, total (after the fee); for the link: order. */
  order_sold: notice('orders', {
    zh: {
      subject: '您的卖出委托已成交',
      text: '您的委托已按 {price} {currency} 卖出 {quantity} {coin}，扣除手续费后到账 {total} {currency}。',
    },
    en: {
      subject: 'Your sell order was filled',
      text: 'You sold {quantity} {coin} at {price} {currency} and received {total} {currency} after the fee.',
    },
    es: {
      subject: 'Tu orden de venta se ejecutó',
      text: 'Vendiste {quantity} {coin} a {price} {currency} y recibiste {total} {currency} tras la comisión.',
    },
    it: {
      subject: 'Il tuo ordine di vendita è stato eseguito',
      text: 'Hai venduto {quantity} {coin} a {price} {currency} e ricevuto {total} {currency} al netto della commissione.',
    },
    jp: {
      subject: '売り注文が約定しました',
      text: 'ご注文により{quantity} {coin}を{price} {currency}で売却しました。手数料を差し引いた受取額は{total} {currency}です。',
    },
    ko: {
      subject: '매도 주문이 체결되었습니다',
      text: '{price} {currency}에 {coin} {quantity}개를 매도했습니다. 받은 금액은 수수료를 빼고 {total} {currency}입니다.',
    },
    pt: {
      subject: 'Sua ordem de venda foi executada',
      text: 'Você vendeu {quantity} {coin} a {price} {currency} e recebeu {total} {currency}, já descontada a taxa.',
    },
    hk: {
      subject: '你的賣出訂單已成交',
      text: '你的訂單已按 {price} {currency} 賣出 {quantity} {coin}，扣除手續費後收到 {total} {currency}。',
    },
    vn: {
      subject: 'Lệnh bán của bạn đã khớp',
      text: 'Bạn đã bán {quantity} {coin} ở giá {price} {currency} và nhận {total} {currency} sau khi trừ phí.',
    },
  }),
  /** Params: the same as for `order_sold`. */
  order_took_profit: notice('orders', {
    zh: {
      subject: '您的止盈已触发',
      text: '您的止盈委托已按 {price} {currency} 卖出 {quantity} {coin}，扣除手续费后到账 {total} {currency}。',
    },
    en: {
      subject: 'Your take profit was triggered',
      text: 'Your take profit sold {quantity} {coin} at {price} {currency}. You received {total} {currency} after the fee.',
    },
    es: {
      subject: 'Se alcanzó tu toma de ganancias',
      text: 'Tu toma de ganancias vendió {quantity} {coin} a {price} {currency}. Recibiste {total} {currency} tras la comisión.',
    },
    it: {
      subject: 'Il tuo take profit è scattato',
      text: 'Il tuo take profit ha venduto {quantity} {coin} a {price} {currency}. Hai ricevuto {total} {currency} al netto della commissione.',
    },
    jp: {
      subject: '利確の注文が約定しました',
      text: '利確の注文により{quantity} {coin}を{price} {currency}で売却しました。手数料を差し引いた受取額は{total} {currency}です。',
    },
    ko: {
      subject: '익절 주문이 체결되었습니다',
      text: '익절 주문으로 {price} {currency}에 {coin} {quantity}개를 매도했습니다. 받은 금액은 수수료를 빼고 {total} {currency}입니다.',
    },
    pt: {
      subject: 'Seu take profit foi atingido',
      text: 'Seu take profit vendeu {quantity} {coin} a {price} {currency}. Você recebeu {total} {currency}, já descontada a taxa.',
    },
    hk: {
      subject: '你的止賺已觸發',
      text: '你的止賺訂單已按 {price} {currency} 賣出 {quantity} {coin}，扣除手續費後收到 {total} {currency}。',
    },
    vn: {
      subject: 'Đã chạm giá chốt lời của bạn',
      text: 'Lệnh chốt lời đã bán {quantity} {coin} ở giá {price} {currency}. Bạn nhận {total} {currency} sau khi trừ phí.',
    },
  }),
  /** Params: the same as for `order_sold`. */
  order_stopped: notice('orders', {
    zh: {
      subject: '您的止损已触发',
      text: '您的止损委托已按 {price} {currency} 卖出 {quantity} {coin}，扣除手续费后到账 {total} {currency}。',
    },
    en: {
      subject: 'Your stop loss was triggered',
      text: 'Your stop loss sold {quantity} {coin} at {price} {currency}. You received {total} {currency} after the fee.',
    },
    es: {
      subject: 'Se alcanzó tu stop loss',
      text: 'Tu stop loss vendió {quantity} {coin} a {price} {currency}. Recibiste {total} {currency} tras la comisión.',
    },
    it: {
      subject: 'Il tuo stop loss è scattato',
      text: 'Il tuo stop loss ha venduto {quantity} {coin} a {price} {currency}. Hai ricevuto {total} {currency} al netto della commissione.',
    },
    jp: {
      subject: '損切りの注文が約定しました',
      text: '損切りの注文により{quantity} {coin}を{price} {currency}で売却しました。手数料を差し引いた受取額は{total} {currency}です。',
    },
    ko: {
      subject: '손절 주문이 체결되었습니다',
      text: '손절 주문으로 {price} {currency}에 {coin} {quantity}개를 매도했습니다. 받은 금액은 수수료를 빼고 {total} {currency}입니다.',
    },
    pt: {
      subject: 'Seu stop loss foi atingido',
      text: 'Seu stop loss vendeu {quantity} {coin} a {price} {currency}. Você recebeu {total} {currency}, já descontada a taxa.',
    },
    hk: {
      subject: '你的止蝕已觸發',
      text: '你的止蝕訂單已按 {price} {currency} 賣出 {quantity} {coin}，扣除手續費後收到 {total} {currency}。',
    },
    vn: {
      subject: 'Đã chạm giá cắt lỗ của bạn',
      text: 'Lệnh cắt lỗ đã bán {quantity} {coin} ở giá {price} {currency}. Bạn nhận {total} {currency} sau khi trừ phí.',
    },
  }),
  /** Params: symbol, quantity; for the link: order, or position and product. */
  order_expired: notice('orders', {
    zh: {
      subject: '您的委托已到期',
      text: '您的 {symbol} 委托（数量 {quantity}）到期仍未成交。未收取手续费，冻结的资产已解冻。',
    },
    en: {
      subject: 'Your order expired',
      text: 'Your {symbol} order (quantity {quantity}) expired without being filled. No fee was charged, and anything it had on hold is available again.',
    },
    es: {
      subject: 'Tu orden venció',
      text: 'Tu orden de {symbol} (cantidad {quantity}) venció sin ejecutarse. No se cobró comisión y lo que tenía reservado vuelve a estar disponible.',
    },
    it: {
      subject: 'Il tuo ordine è scaduto',
      text: 'Il tuo ordine su {symbol} (quantità {quantity}) è scaduto senza essere eseguito. Non è stata applicata alcuna commissione e quanto era bloccato è di nuovo disponibile.',
    },
    jp: {
      subject: '注文の有効期限が切れました',
      text: '{symbol}の注文（数量 {quantity}）は約定しないまま有効期限を迎えました。手数料はかかりません。拘束されていた資産は再びご利用いただけます。',
    },
    ko: {
      subject: '주문이 만료되었습니다',
      text: '{symbol} 주문(수량 {quantity})이 체결되지 않은 채 만료되었습니다. 수수료는 없으며 묶여 있던 금액을 다시 사용할 수 있습니다.',
    },
    pt: {
      subject: 'Sua ordem expirou',
      text: 'Sua ordem de {symbol} (quantidade {quantity}) expirou sem ser executada. Nenhuma taxa foi cobrada, e o que estava bloqueado está disponível de novo.',
    },
    hk: {
      subject: '你的訂單已到期',
      text: '你的 {symbol} 訂單（數量 {quantity}）到期仍未成交。沒有收取手續費，凍結的資產已可動用。',
    },
    vn: {
      subject: 'Lệnh của bạn đã hết hạn',
      text: 'Lệnh {symbol} của bạn (khối lượng {quantity}) đã hết hạn mà chưa khớp. Không mất phí, và phần đang giữ cho lệnh đã khả dụng trở lại.',
    },
  }),
  /** Params: symbol; for the link: order, or position and product. */
  order_refused: notice('orders', {
    zh: {
      subject: '您的委托未能成交',
      text: '您的 {symbol} 委托未能成交，已被撤销。未收取手续费，冻结的资产已解冻。原因见应用中的该笔委托。',
    },
    en: {
      subject: 'Your order couldn’t be filled',
      text: 'We couldn’t fill your {symbol} order, so we’ve cancelled it. No fee was charged, and anything it had on hold is available again. You can see the reason on the order, in the app.',
    },
    es: {
      subject: 'No pudimos ejecutar tu orden',
      text: 'No pudimos ejecutar tu orden de {symbol} y la cancelamos. No se cobró comisión y lo que tenía reservado vuelve a estar disponible. El motivo está en la orden, en la app.',
    },
    it: {
      subject: 'Non siamo riusciti a eseguire il tuo ordine',
      text: 'Non siamo riusciti a eseguire il tuo ordine su {symbol}, quindi l’abbiamo annullato. Non è stata applicata alcuna commissione e quanto era bloccato è di nuovo disponibile. Trovi il motivo nell’ordine, nell’app.',
    },
    jp: {
      subject: '注文を約定できませんでした',
      text: '{symbol}の注文は約定できなかったため取り消されました。手数料はかかりません。拘束されていた資産は再びご利用いただけます。理由はアプリの注文の明細でご確認ください。',
    },
    ko: {
      subject: '주문을 체결하지 못했습니다',
      text: '{symbol} 주문을 체결하지 못해 취소했습니다. 수수료는 없으며 묶여 있던 금액을 다시 사용할 수 있습니다. 이유는 앱의 해당 주문에서 확인하세요.',
    },
    pt: {
      subject: 'Não conseguimos executar sua ordem',
      text: 'Não conseguimos executar sua ordem de {symbol}, por isso a cancelamos. Nenhuma taxa foi cobrada, e o que estava bloqueado está disponível de novo. O motivo está na ordem, no app.',
    },
    hk: {
      subject: '你的訂單未能成交',
      text: '你的 {symbol} 訂單未能成交，已被取消。沒有收取手續費，凍結的資產已可動用。原因載於應用程式內該張訂單。',
    },
    vn: {
      subject: 'Không thể khớp lệnh của bạn',
      text: 'Chúng tôi không thể khớp lệnh {symbol} của bạn nên đã hủy lệnh. Không mất phí, và phần đang giữ cho lệnh đã khả dụng trở lại. Xem lý do ở lệnh đó trong ứng dụng.',
    },
  }),
};
