/** Messages to customers about fixed-time options. */
import { notice } from '../notices/notice.ts';

export const optionsNotices = {
  /** Params: symbol, amount (the stake), currency. */
  option_voided: notice('options', {
    zh: {
      subject: '一笔期权已作废',
      text: '您的 {symbol} 期权在确定行权价时或到期时没有价格，因此作废，投入金额 {amount} {currency} 已全额退回。原因见应用中的该笔期权。',
    },
    en: {
      subject: 'Your option was voided',
      text: 'There was no price at the start or end of your {symbol} option, so we voided it. We’ve refunded your full stake of {amount} {currency}. You can see why in the app, under Options.',
    },
    es: {
      subject: 'Tu opción fue anulada',
      text: 'No hubo precio al inicio o al final de tu opción sobre {symbol}, así que la anulamos. Te devolvimos el importe completo de {amount} {currency}. El motivo está en la app, en Opciones de tiempo fijo.',
    },
    it: {
      subject: 'Opzione annullata',
      text: 'Non c’era un prezzo all’inizio o alla fine della tua opzione su {symbol}, quindi l’abbiamo annullata. Ti abbiamo restituito per intero l’importo di {amount} {currency}. Il motivo è nell’app, in Opzioni.',
    },
    jp: {
      subject: 'オプションが無効になりました',
      text: '{symbol}のオプションは、結果を決める時点の価格がなかったため無効になりました。投資額 {amount} {currency}は全額戻っています。理由はアプリのオプションの明細でご確認いただけます。',
    },
    ko: {
      subject: '옵션이 무효 처리되었습니다',
      text: '{symbol} 옵션의 결과를 정하는 시점에 가격이 없어 무효 처리되었습니다. 투자금 전액({amount} {currency})을 돌려드렸습니다. 이유는 앱의 옵션 내역에서 확인할 수 있습니다.',
    },
    pt: {
      subject: 'Sua opção foi anulada',
      text: 'Não havia preço no início ou no fim da sua opção em {symbol}, por isso a anulamos. Devolvemos o valor inteiro, {amount} {currency}. O motivo está no app, em Opções de tempo fixo.',
    },
    hk: {
      subject: '一張期權已作廢',
      text: '你的 {symbol} 期權在釐定行使價時或到期時沒有價格，因此作廢，投入金額 {amount} {currency} 已全數退回。原因載於應用程式內該張期權。',
    },
    vn: {
      subject: 'Quyền chọn của bạn đã vô hiệu',
      text: 'Không có giá lúc bắt đầu hoặc kết thúc quyền chọn {symbol} của bạn, nên quyền chọn đã vô hiệu. Chúng tôi đã hoàn đủ số tiền đặt {amount} {currency}. Lý do có trong ứng dụng, ở mục Quyền chọn.',
    },
  }),
  /** Params: symbol, amount (the stake), currency, profit; for the link: ticket. */
  option_won: notice('options', {
    zh: {
      subject: '您的期权已到期',
      text: '您的 {symbol} 期权结果为盈利：投入金额 {amount} {currency} 已退回，并获得盈利 {profit} {currency}。',
    },
    en: {
      subject: 'Your option has ended',
      text: 'Your {symbol} option won. We’ve returned your stake of {amount} {currency}, with a profit of {profit} {currency}.',
    },
    es: {
      subject: 'Tu opción terminó',
      text: 'Ganaste tu opción sobre {symbol}. Te devolvimos el importe de {amount} {currency}, con una ganancia de {profit} {currency}.',
    },
    it: {
      subject: 'La tua opzione è terminata',
      text: 'Hai vinto la tua opzione su {symbol}. Ti abbiamo restituito l’importo di {amount} {currency}, con un profitto di {profit} {currency}.',
    },
    jp: {
      subject: 'オプションの結果が出ました',
      text: '{symbol}のオプションは的中しました。投資額 {amount} {currency}に加え、利益 {profit} {currency}をお支払いしました。',
    },
    ko: {
      subject: '옵션 결과가 나왔습니다',
      text: '{symbol} 옵션이 적중했습니다. 투자금 {amount} {currency}에 수익 {profit} {currency}를 더해 지급했습니다.',
    },
    pt: {
      subject: 'Sua opção terminou',
      text: 'Você acertou a opção em {symbol}. Devolvemos o valor de {amount} {currency}, com lucro de {profit} {currency}.',
    },
    hk: {
      subject: '你的期權已到期',
      text: '你的 {symbol} 期權結果為盈利：投入金額 {amount} {currency} 已退回，並獲得盈利 {profit} {currency}。',
    },
    vn: {
      subject: 'Quyền chọn của bạn đã kết thúc',
      text: 'Quyền chọn {symbol} của bạn thắng. Số tiền đặt {amount} {currency} đã được trả lại, kèm lợi nhuận {profit} {currency}.',
    },
  }),
  /** Params: symbol, amount (the stake), currency; for the link: ticket. */
  option_lost: notice('options', {
    zh: {
      subject: '您的期权已到期',
      text: '您的 {symbol} 期权结果为亏损：您损失了投入金额 {amount} {currency}，没有其他损失。',
    },
    en: {
      subject: 'Your option has ended',
      text: 'Your {symbol} option lost. You lost your stake of {amount} {currency} and nothing more.',
    },
    es: {
      subject: 'Tu opción terminó',
      text: 'Perdiste tu opción sobre {symbol}. Perdiste el importe de {amount} {currency} y nada más.',
    },
    it: {
      subject: 'La tua opzione è terminata',
      text: 'Hai perso la tua opzione su {symbol}. La tua perdita è l’importo di {amount} {currency} e nient’altro.',
    },
    jp: {
      subject: 'オプションの結果が出ました',
      text: '{symbol}のオプションは外れました。損失は投資額の{amount} {currency}のみです。',
    },
    ko: {
      subject: '옵션 결과가 나왔습니다',
      text: '{symbol} 옵션이 적중하지 않았습니다. 손실은 투자금 {amount} {currency}뿐입니다.',
    },
    pt: {
      subject: 'Sua opção terminou',
      text: 'Você errou a opção em {symbol}. Você perdeu o valor de {amount} {currency} e nada além disso.',
    },
    hk: {
      subject: '你的期權已到期',
      text: '你的 {symbol} 期權結果為虧損：你損失了投入金額 {amount} {currency}，沒有其他損失。',
    },
    vn: {
      subject: 'Quyền chọn của bạn đã kết thúc',
      text: 'Quyền chọn {symbol} của bạn thua. Bạn chỉ mất số tiền đặt {amount} {currency}, không mất gì thêm.',
    },
  }),
  /** Params: symbol, amount (the stake), currency; for the link: ticket. */
  option_tied: notice('options', {
    zh: {
      subject: '您的期权已到期',
      text: '您的 {symbol} 期权到期时价格正好等于行权价，投入金额 {amount} {currency} 已全额退回。',
    },
    en: {
      subject: 'Your option has ended',
      text: 'Your {symbol} option ended exactly at its strike price, so we’ve refunded your full stake of {amount} {currency}.',
    },
    es: {
      subject: 'Tu opción terminó',
      text: 'Tu opción sobre {symbol} terminó justo en su precio de ejercicio, así que te devolvimos el importe completo de {amount} {currency}.',
    },
    it: {
      subject: 'La tua opzione è terminata',
      text: 'La tua opzione su {symbol} è scaduta esattamente al prezzo di esercizio, quindi ti abbiamo restituito per intero l’importo di {amount} {currency}.',
    },
    jp: {
      subject: 'オプションの結果が出ました',
      text: '{symbol}のオプションは権利行使価格と同じ価格で終了したため、投資額 {amount} {currency}は全額戻りました。',
    },
    ko: {
      subject: '옵션 결과가 나왔습니다',
      text: '{symbol} 옵션이 행사가와 같은 가격에 끝나 투자금을 전액 돌려드렸습니다. 환불 금액: {amount} {currency}.',
    },
    pt: {
      subject: 'Sua opção terminou',
      text: 'Sua opção em {symbol} terminou exatamente no preço de exercício, por isso devolvemos o valor inteiro, {amount} {currency}.',
    },
    hk: {
      subject: '你的期權已到期',
      text: '你的 {symbol} 期權到期時價格剛好等於行使價，投入金額 {amount} {currency} 已全數退回。',
    },
    vn: {
      subject: 'Quyền chọn của bạn đã kết thúc',
      text: 'Quyền chọn {symbol} của bạn kết thúc đúng bằng giá thực hiện, nên chúng tôi đã hoàn đủ số tiền đặt {amount} {currency}.',
    },
  }),
};
