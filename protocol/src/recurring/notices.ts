/** Messages to customers about recurring purchases. */
import { notice } from '../notices/notice.ts';

export const recurringNotices = {
  /** Params: coin, quantity, amount, currency. */
  recurring_bought: notice('recurring', {
    zh: {
      subject: '您的定投已成交',
      text: '您的定投已用 {amount} {currency} 以市价买入 {quantity} {coin}。成交价、手续费和凭证见应用中的“定投”。',
    },
    en: {
      subject: 'Your recurring buy went through',
      text: 'Your recurring buy of {amount} {currency} bought {quantity} {coin} at the market price. You can see the price, fee and receipt in the app, under Recurring buys.',
    },
    es: {
      subject: 'Tu compra recurrente se realizó',
      text: 'Tu compra recurrente de {amount} {currency} compró {quantity} {coin} a precio de mercado. Consulta el precio, la comisión y el recibo en la app, en Compras recurrentes.',
    },
    it: {
      subject: 'Acquisto del piano di accumulo eseguito',
      text: 'Il tuo piano di accumulo ha acquistato {quantity} {coin} al prezzo di mercato per {amount} {currency}. Trovi prezzo, commissione e ricevuta nell’app, in Piani di accumulo.',
    },
    jp: {
      subject: '積立の購入が完了しました',
      text: '積立で{amount} {currency}分、{quantity} {coin}を成行で購入しました。価格・手数料・明細はアプリの「積立」で確認できます。',
    },
    ko: {
      subject: '코인 모으기가 체결되었습니다',
      text: '코인 모으기로 {amount} {currency}어치의 {coin} {quantity}개를 시장가로 매수했습니다. 가격, 수수료, 체결 내역은 앱의 ‘코인 모으기’에서 확인하세요.',
    },
    pt: {
      subject: 'Sua compra recorrente foi feita',
      text: 'Com sua compra recorrente de {amount} {currency}, você comprou {quantity} {coin} a preço de mercado. Veja o preço, a taxa e o recibo no app, em Compras recorrentes.',
    },
    hk: {
      subject: '你的定期買入已成交',
      text: '你的定期買入已用 {amount} {currency} 以市價買入 {quantity} {coin}。成交價、手續費及收據見應用程式的「定期買入」。',
    },
    vn: {
      subject: 'Lệnh mua định kỳ đã khớp',
      text: 'Kế hoạch mua định kỳ đã dùng {amount} {currency} để mua {quantity} {coin} theo giá thị trường. Xem giá, phí và biên nhận trong ứng dụng, ở mục Mua định kỳ.',
    },
  }),
  /** Params: coin, amount, currency, reason. */
  recurring_skipped: notice('recurring', {
    zh: {
      subject: '本次定投已跳过',
      text: '您的 {coin} 定投（每次 {amount} {currency}）本次已跳过，原因见应用中的“定投”。我们会在下次计划时间再试。',
    },
    en: {
      subject: 'We skipped your recurring buy',
      text: 'We skipped your recurring buy ({amount} {currency} of {coin}) this time. You can see why in the app, under Recurring buys. We’ll try again on the next date.',
    },
    es: {
      subject: 'Omitimos tu compra recurrente',
      text: 'Esta vez omitimos tu compra recurrente de {amount} {currency} de {coin}. Consulta el motivo en la app, en Compras recurrentes. Lo intentaremos de nuevo en la próxima fecha.',
    },
    it: {
      subject: 'Acquisto del piano di accumulo saltato',
      text: 'Questa volta abbiamo saltato l’acquisto di {coin} per {amount} {currency} del tuo piano di accumulo. Trovi il motivo nell’app, in Piani di accumulo. Riproveremo alla prossima data.',
    },
    jp: {
      subject: '今回の積立を見送りました',
      text: '{coin}の積立（1回 {amount} {currency}）を今回は見送りました。理由はアプリの「積立」で確認できます。次の予定日にあらためて購入します。',
    },
    ko: {
      subject: '이번 코인 모으기를 건너뛰었습니다',
      text: '{coin} 모으기(회당 {amount} {currency})를 이번에는 건너뛰었습니다. 이유는 앱의 ‘코인 모으기’에서 확인하세요. 다음 회차에 다시 시도합니다.',
    },
    pt: {
      subject: 'Pulamos sua compra recorrente',
      text: 'Desta vez, pulamos sua compra recorrente de {amount} {currency} de {coin}. Veja o motivo no app, em Compras recorrentes. Tentaremos de novo na próxima data.',
    },
    hk: {
      subject: '今次定期買入已略過',
      text: '你的 {coin} 定期買入（每次 {amount} {currency}）今次已略過，原因見應用程式的「定期買入」。我們會在下次預定時間再試。',
    },
    vn: {
      subject: 'Đã bỏ qua một kỳ mua định kỳ',
      text: 'Chúng tôi đã bỏ qua kỳ mua {coin} trị giá {amount} {currency} này. Xem lý do trong ứng dụng, ở mục Mua định kỳ. Chúng tôi sẽ thử lại vào kỳ tới.',
    },
  }),
  /** Params: coin, amount, currency. */
  recurring_short: notice('recurring', {
    zh: {
      subject: '余额不足，本次定投已跳过',
      text: '您的现货账户 {currency} 不足，{coin} 定投（每次 {amount} {currency}）本次已跳过。我们会在下次计划时间再试。因余额不足连续跳过三次后，定投计划会暂停。',
    },
    en: {
      subject: 'Not enough USDT for your recurring buy',
      text: 'There wasn’t enough {currency} in your spot account for your recurring buy ({amount} {currency} of {coin}), so we skipped it. We’ll try again on the next date. After three skips in a row, we’ll pause the recurring buy.',
    },
    es: {
      subject: 'Saldo insuficiente para tu compra recurrente',
      text: 'No había suficiente {currency} en tu cuenta spot para tu compra recurrente de {amount} {currency} de {coin}, así que la omitimos. Lo intentaremos de nuevo en la próxima fecha. Tras tres omisiones seguidas, la pausaremos.',
    },
    it: {
      subject: 'Saldo insufficiente per il tuo piano di accumulo',
      text: 'Sul conto spot non c’era abbastanza {currency} per l’acquisto di {coin} per {amount} {currency} del tuo piano di accumulo, quindi l’abbiamo saltato. Riproveremo alla prossima data. Dopo tre acquisti saltati di fila, metteremo in pausa il piano.',
    },
    jp: {
      subject: '残高不足のため今回の積立を見送りました',
      text: '現物口座の{currency}が不足しているため、{coin}の積立（1回 {amount} {currency}）を今回は見送りました。次の予定日にあらためて購入します。3回続けて不足すると積立を一時停止します。',
    },
    ko: {
      subject: '잔액 부족으로 코인 모으기를 건너뛰었습니다',
      text: '현물 계좌의 {currency} 잔액이 부족해 {coin} 모으기(회당 {amount} {currency})를 이번에는 건너뛰었습니다. 다음 회차에 다시 시도합니다. 세 번 연속 부족하면 일시중지합니다.',
    },
    pt: {
      subject: 'Saldo insuficiente para sua compra recorrente',
      text: 'Não havia {currency} suficiente na sua conta spot para a compra recorrente de {amount} {currency} de {coin}, por isso a pulamos. Tentaremos de novo na próxima data. Se isso acontecer três vezes seguidas, vamos pausá-la.',
    },
    hk: {
      subject: '結餘不足，今次定期買入已略過',
      text: '你的現貨帳戶 {currency} 不足，{coin} 定期買入（每次 {amount} {currency}）今次已略過。我們會在下次預定時間再試。因結餘不足連續略過三次後，計劃會暫停。',
    },
    vn: {
      subject: 'Không đủ USDT cho kỳ mua định kỳ',
      text: 'Tài khoản giao ngay không đủ {currency} cho kỳ mua {coin} trị giá {amount} {currency}, nên chúng tôi đã bỏ qua kỳ này. Chúng tôi sẽ thử lại vào kỳ tới. Nếu bị bỏ qua ba kỳ liên tiếp, kế hoạch sẽ tạm dừng.',
    },
  }),
  /** Params: coin, amount, currency. */
  recurring_paused: notice('recurring', {
    zh: {
      subject: '您的定投已暂停',
      text: '因现货账户 {currency} 不足，您的 {coin} 定投（每次 {amount} {currency}）已连续跳过三次，现已暂停。请充值后在应用中恢复。',
    },
    en: {
      subject: 'Your recurring buy is paused',
      text: 'We’ve paused your recurring buy ({amount} {currency} of {coin}) after three skips in a row. There wasn’t enough {currency} in your spot account. Add money, then resume the recurring buy in the app.',
    },
    es: {
      subject: 'Tu compra recurrente está en pausa',
      text: 'Pausamos tu compra recurrente de {amount} {currency} de {coin} tras omitirla tres veces seguidas por falta de {currency} en tu cuenta spot. Añade fondos y reanúdala en la app.',
    },
    it: {
      subject: 'Il tuo piano di accumulo è in pausa',
      text: 'Abbiamo saltato tre volte di fila l’acquisto di {coin} per {amount} {currency} perché sul conto spot non c’era abbastanza {currency}, quindi abbiamo messo in pausa il piano. Aggiungi fondi e riprendilo nell’app.',
    },
    jp: {
      subject: '積立を一時停止しました',
      text: '現物口座の{currency}不足で{coin}の積立（1回 {amount} {currency}）を3回続けて見送ったため、一時停止しました。入金のうえ、アプリで再開してください。',
    },
    ko: {
      subject: '코인 모으기가 일시중지되었습니다',
      text: '현물 계좌의 {currency} 잔액이 부족해 {coin} 모으기(회당 {amount} {currency})를 세 번 연속 건너뛰어 일시중지했습니다. 입금한 뒤 앱에서 다시 시작하세요.',
    },
    pt: {
      subject: 'Sua compra recorrente está pausada',
      text: 'Pulamos sua compra recorrente de {amount} {currency} de {coin} três vezes seguidas por falta de {currency} na sua conta spot, por isso a pausamos. Adicione saldo e retome-a no app.',
    },
    hk: {
      subject: '你的定期買入已暫停',
      text: '因現貨帳戶 {currency} 不足，你的 {coin} 定期買入（每次 {amount} {currency}）已連續略過三次，現已暫停。請存款後在應用程式恢復。',
    },
    vn: {
      subject: 'Kế hoạch mua định kỳ đã tạm dừng',
      text: 'Chúng tôi đã bỏ qua kỳ mua {coin} trị giá {amount} {currency} ba lần liên tiếp vì tài khoản giao ngay không đủ {currency}, nên kế hoạch đã tạm dừng. Hãy nạp thêm rồi tiếp tục trong ứng dụng.',
    },
  }),
  /** Params: coin, reason. */
  recurring_held: notice('recurring', {
    zh: {
      subject: '我们暂停了您的定投',
      text: '我们已暂停您的 {coin} 定投。您可以在应用的“定投”中查看原因并恢复。',
    },
    en: {
      subject: 'We paused your recurring buy',
      text: 'We’ve paused your recurring buy of {coin}. You can see why and resume it in the app, under Recurring buys.',
    },
    es: {
      subject: 'Pausamos tu compra recurrente',
      text: 'Pausamos tu compra recurrente de {coin}. Consulta el motivo y reanúdala en la app, en Compras recurrentes.',
    },
    it: {
      subject: 'Abbiamo messo in pausa il tuo piano di accumulo',
      text: 'Abbiamo messo in pausa il tuo piano di accumulo di {coin}. Trovi il motivo nell’app, in Piani di accumulo, dove puoi riprenderlo.',
    },
    jp: {
      subject: '当社が積立を一時停止しました',
      text: '当社が{coin}の積立を一時停止しました。アプリの「積立」で理由を確認し、再開できます。',
    },
    ko: {
      subject: 'Candor가 코인 모으기를 일시중지했습니다',
      text: 'Candor가 {coin} 모으기를 일시중지했습니다. 앱의 ‘코인 모으기’에서 이유를 확인하고 다시 시작할 수 있습니다.',
    },
    pt: {
      subject: 'Pausamos sua compra recorrente',
      text: 'Pausamos sua compra recorrente de {coin}. Veja o motivo e retome-a no app, em Compras recorrentes.',
    },
    hk: {
      subject: '我們暫停了你的定期買入',
      text: '我們已暫停你的 {coin} 定期買入。你可在應用程式的「定期買入」查看原因及恢復。',
    },
    vn: {
      subject: 'Chúng tôi đã tạm dừng kế hoạch mua định kỳ',
      text: 'Chúng tôi đã tạm dừng kế hoạch mua {coin} định kỳ của bạn. Xem lý do và tiếp tục trong ứng dụng, ở mục Mua định kỳ.',
    },
  }),
};
