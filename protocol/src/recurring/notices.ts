/** What customers are told of recurring buys. */
import { notice } from '../notices/notice.ts';

export const recurringNotices = {
  /** Names coin, quantity, amount, currency. */
  recurring_bought: notice('recurring', {
    zh: {
      subject: '您的定投已成交',
      text: '您的定投以市价用 {amount} {currency} 买入了 {quantity} {coin}。成交价、手续费和凭证见应用中的“定投”。',
    },
    en: {
      subject: 'Your recurring buy went through',
      text: 'Your recurring buy of {amount} {currency} bought {quantity} {coin} at the market price. The price, the fee and the receipt are in the app, under recurring buys.',
    },
    es: {
      subject: 'Tu compra recurrente se realizó',
      text: 'Tu compra recurrente de {amount} {currency} compró {quantity} {coin} a precio de mercado. El precio, la comisión y el comprobante están en la app, en Compras recurrentes.',
    },
    it: {
      subject: 'Il tuo piano di accumulo ha acquistato',
      text: 'Il tuo piano di accumulo ha acquistato {quantity} {coin} al prezzo di mercato per {amount} {currency}. Prezzo, commissione e ricevuta sono nell’app, in Piani di accumulo.',
    },
    jp: {
      subject: '積立の買付が完了しました',
      text: '積立で {amount} {currency} 分、{quantity} {coin} を成行で買い付けました。価格・手数料・明細はアプリの「積立」で確認できます。',
    },
    ko: {
      subject: '코인 모으기가 체결되었습니다',
      text: '코인 모으기로 {amount} {currency}어치, {quantity} {coin}을(를) 시장가로 매수했습니다. 가격, 수수료, 내역은 앱의 ‘코인 모으기’에서 확인하세요.',
    },
    pt: {
      subject: 'Sua compra recorrente foi feita',
      text: 'Sua compra recorrente de {amount} {currency} comprou {quantity} {coin} a preço de mercado. O preço, a taxa e o comprovante estão no app, em Compras recorrentes.',
    },
    hk: {
      subject: '你的定期買入已成交',
      text: '你的定期買入以市價用 {amount} {currency} 買入了 {quantity} {coin}。成交價、手續費及收據見應用程式的「定期買入」。',
    },
    vn: {
      subject: 'Lệnh mua định kỳ đã khớp',
      text: 'Kế hoạch mua định kỳ đã dùng {amount} {currency} mua {quantity} {coin} theo giá thị trường. Giá, phí và biên nhận có trong ứng dụng, ở mục Mua định kỳ.',
    },
  }),
  /** Names coin, amount, currency; `reason` says why. */
  recurring_skipped: notice('recurring', {
    zh: {
      subject: '您的定投本次已跳过',
      text: '您的 {coin} 定投（每次 {amount} {currency}）本次已跳过，原因见应用中的“定投”。在下一个日期之前不会补买。',
    },
    en: {
      subject: 'Your recurring buy was skipped',
      text: 'Your recurring buy of {amount} {currency} of {coin} was skipped this time. The reason is in the app, under recurring buys. We won’t try again before its next date.',
    },
    es: {
      subject: 'Tu compra recurrente se omitió',
      text: 'Esta vez se omitió tu compra recurrente de {amount} {currency} de {coin}. El motivo está en la app, en Compras recurrentes. No lo intentaremos de nuevo hasta la próxima fecha.',
    },
    it: {
      subject: 'Il tuo piano di accumulo ha saltato un acquisto',
      text: 'Questa volta l’acquisto di {coin} per {amount} {currency} del tuo piano di accumulo è stato saltato. Il motivo è nell’app, in Piani di accumulo. Non riproveremo prima della prossima data.',
    },
    jp: {
      subject: '今回の積立は見送られました',
      text: '{coin} の積立（1回 {amount} {currency}）は今回見送られました。理由はアプリの「積立」で確認できます。次の予定日まで買い直しはしません。',
    },
    ko: {
      subject: '이번 코인 모으기를 건너뛰었습니다',
      text: '{coin} 모으기(회당 {amount} {currency})를 이번에는 건너뛰었습니다. 이유는 앱의 ‘코인 모으기’에서 확인하세요. 다음 날짜 전에는 다시 매수하지 않습니다.',
    },
    pt: {
      subject: 'Sua compra recorrente foi pulada',
      text: 'Desta vez, sua compra recorrente de {amount} {currency} de {coin} foi pulada. O motivo está no app, em Compras recorrentes. Não tentaremos de novo antes da próxima data.',
    },
    hk: {
      subject: '你的定期買入今次已略過',
      text: '你的 {coin} 定期買入（每次 {amount} {currency}）今次已略過，原因見應用程式的「定期買入」。下一個日期之前不會補買。',
    },
    vn: {
      subject: 'Kỳ mua định kỳ này bị bỏ qua',
      text: 'Kỳ mua {coin} trị giá {amount} {currency} lần này bị bỏ qua. Lý do có trong ứng dụng, ở mục Mua định kỳ. Chúng tôi sẽ không mua bù trước ngày kế tiếp.',
    },
  }),
  /** Names coin, amount, currency. */
  recurring_short: notice('recurring', {
    zh: {
      subject: '余额不足，定投本次已跳过',
      text: '您的现货账户余额不足，{coin} 定投（每次 {amount} {currency}）本次已跳过。在下一个日期之前不会补买。连续三次余额不足，计划将自动暂停。',
    },
    en: {
      subject: 'Not enough USDT for your recurring buy',
      text: 'There wasn’t enough {currency} in your spot account for your recurring buy of {amount} {currency} of {coin}, so it was skipped. We won’t try again before its next date. After three skips in a row we pause the plan.',
    },
    es: {
      subject: 'Saldo insuficiente para tu compra recurrente',
      text: 'No había saldo suficiente en tu cuenta spot para tu compra recurrente de {amount} {currency} de {coin}, así que se omitió. No lo intentaremos de nuevo hasta la próxima fecha. Tras tres omisiones seguidas pausamos el plan.',
    },
    it: {
      subject: 'Saldo insufficiente per il tuo piano di accumulo',
      text: 'Sul conto spot non c’era saldo sufficiente per l’acquisto di {coin} per {amount} {currency} del tuo piano di accumulo, che è stato saltato. Non riproveremo prima della prossima data. Dopo tre acquisti saltati di fila mettiamo in pausa il piano.',
    },
    jp: {
      subject: '残高不足のため今回の積立は見送られました',
      text: '現物口座の残高が足りないため、{coin} の積立（1回 {amount} {currency}）は今回見送られました。次の予定日まで買い直しはしません。3回続けて不足すると積立を一時停止します。',
    },
    ko: {
      subject: '잔액 부족으로 코인 모으기를 건너뛰었습니다',
      text: '현물 계정의 잔액이 부족해 {coin} 모으기(회당 {amount} {currency})를 이번에는 건너뛰었습니다. 다음 날짜 전에는 다시 매수하지 않습니다. 세 번 연속 부족하면 일시중지합니다.',
    },
    pt: {
      subject: 'Saldo insuficiente para sua compra recorrente',
      text: 'Não havia saldo suficiente na sua conta spot para a compra recorrente de {amount} {currency} de {coin}, por isso ela foi pulada. Não tentaremos de novo antes da próxima data. Após três vezes seguidas, pausamos o plano.',
    },
    hk: {
      subject: '結餘不足，定期買入今次已略過',
      text: '你的現貨賬戶結餘不足，{coin} 定期買入（每次 {amount} {currency}）今次已略過。下一個日期之前不會補買。連續三次不足，計劃會自動暫停。',
    },
    vn: {
      subject: 'Không đủ USDT cho kỳ mua định kỳ',
      text: 'Tài khoản giao ngay không đủ {currency} cho kỳ mua {coin} trị giá {amount} {currency}, nên kỳ này bị bỏ qua. Chúng tôi sẽ không mua bù trước ngày kế tiếp. Sau ba lần liên tiếp, kế hoạch sẽ tạm dừng.',
    },
  }),
  /** Names coin, amount, currency. */
  recurring_paused: notice('recurring', {
    zh: {
      subject: '您的定投已暂停',
      text: '由于现货账户余额不足，您的 {coin} 定投（每次 {amount} {currency}）已连续三次跳过，因此自动暂停。请充值后在应用中恢复。',
    },
    en: {
      subject: 'Your recurring buy is paused',
      text: 'Your recurring buy of {amount} {currency} of {coin} was skipped for the third time in a row because there wasn’t enough {currency} in your spot account, so we’ve paused it. Add money, then resume it in the app.',
    },
    es: {
      subject: 'Tu compra recurrente está en pausa',
      text: 'Tu compra recurrente de {amount} {currency} de {coin} se omitió por tercera vez seguida por falta de saldo en tu cuenta spot, así que la hemos pausado. Añade fondos y reanúdala en la app.',
    },
    it: {
      subject: 'Il tuo piano di accumulo è in pausa',
      text: 'L’acquisto di {coin} per {amount} {currency} è stato saltato per la terza volta di fila per saldo insufficiente sul conto spot, quindi abbiamo messo in pausa il piano. Aggiungi fondi e riprendilo nell’app.',
    },
    jp: {
      subject: '積立を一時停止しました',
      text: '現物口座の残高不足で {coin} の積立（1回 {amount} {currency}）が3回続けて見送られたため、一時停止しました。入金のうえ、アプリで再開してください。',
    },
    ko: {
      subject: '코인 모으기가 일시중지되었습니다',
      text: '현물 계정의 잔액 부족으로 {coin} 모으기(회당 {amount} {currency})를 세 번 연속 건너뛰어 일시중지했습니다. 입금한 뒤 앱에서 다시 시작하세요.',
    },
    pt: {
      subject: 'Sua compra recorrente está pausada',
      text: 'Sua compra recorrente de {amount} {currency} de {coin} foi pulada pela terceira vez seguida por falta de saldo na conta spot, por isso a pausamos. Adicione saldo e retome-a no app.',
    },
    hk: {
      subject: '你的定期買入已暫停',
      text: '由於現貨賬戶結餘不足，你的 {coin} 定期買入（每次 {amount} {currency}）已連續三次略過，因此自動暫停。請先存入資金，再於應用程式恢復。',
    },
    vn: {
      subject: 'Kế hoạch mua định kỳ đã tạm dừng',
      text: 'Kỳ mua {coin} trị giá {amount} {currency} bị bỏ qua lần thứ ba liên tiếp vì tài khoản giao ngay không đủ {currency}, nên kế hoạch đã tạm dừng. Hãy nạp thêm rồi tiếp tục trong ứng dụng.',
    },
  }),
  /** Names coin; `reason` says why. */
  recurring_held: notice('recurring', {
    zh: {
      subject: '我们暂停了您的定投',
      text: '我们已暂停您的 {coin} 定投。原因见应用中的“定投”，您可以在那里恢复。',
    },
    en: {
      subject: 'We paused your recurring buy',
      text: 'We’ve paused your recurring buy of {coin}. The reason is in the app, under recurring buys, where you can resume it.',
    },
    es: {
      subject: 'Hemos pausado tu compra recurrente',
      text: 'Hemos pausado tu compra recurrente de {coin}. El motivo está en la app, en Compras recurrentes, donde puedes reanudarla.',
    },
    it: {
      subject: 'Abbiamo messo in pausa il tuo piano di accumulo',
      text: 'Abbiamo messo in pausa il tuo piano di accumulo di {coin}. Il motivo è nell’app, in Piani di accumulo, dove puoi riprenderlo.',
    },
    jp: {
      subject: '積立を一時停止しました',
      text: '当社が {coin} の積立を一時停止しました。理由はアプリの「積立」で確認でき、そこから再開できます。',
    },
    ko: {
      subject: '코인 모으기를 일시중지했습니다',
      text: '{coin} 모으기를 저희가 일시중지했습니다. 이유는 앱의 ‘코인 모으기’에서 확인하고, 그곳에서 다시 시작할 수 있습니다.',
    },
    pt: {
      subject: 'Pausamos sua compra recorrente',
      text: 'Pausamos sua compra recorrente de {coin}. O motivo está no app, em Compras recorrentes, onde você pode retomá-la.',
    },
    hk: {
      subject: '我們暫停了你的定期買入',
      text: '我們已暫停你的 {coin} 定期買入。原因見應用程式的「定期買入」，你可於該處恢復。',
    },
    vn: {
      subject: 'Chúng tôi đã tạm dừng kế hoạch mua định kỳ',
      text: 'Chúng tôi đã tạm dừng kế hoạch mua {coin} định kỳ của bạn. Lý do có trong ứng dụng, ở mục Mua định kỳ, nơi bạn có thể tiếp tục lại.',
    },
  }),
};
