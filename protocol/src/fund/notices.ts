/** Messages to customers about the fund. */
import { notice } from '../notices/notice.ts';

export const fundNotices = {
  /** Params: amount, currency, until. */
  fund_started: notice('fund', {
    zh: {
      subject: '您的基金订单已开始',
      text: '您的 {amount} {currency} 基金订单已开始，将于 {until} 结束。每日收益会计入您的现货账户。',
    },
    en: {
      subject: 'Your fund order has started',
      text: 'Your fund order of {amount} {currency} has started and ends at {until}. We’ll credit each day’s income to your spot account.',
    },
    es: {
      subject: 'Tu orden del fondo empezó',
      text: 'Tu orden del fondo de {amount} {currency} empezó y termina el {until}. Los ingresos de cada día se abonan en tu cuenta spot.',
    },
    it: {
      subject: 'Il tuo ordine del fondo è iniziato',
      text: 'Il tuo ordine del fondo di {amount} {currency} è iniziato e finisce il {until}. I proventi di ogni giorno vengono accreditati sul conto spot.',
    },
    jp: {
      subject: 'ファンドの運用が始まりました',
      text: 'ファンドの申込 {amount} {currency}の運用が始まりました。終了日時は{until}です。毎日の収益は現物口座に入ります。',
    },
    ko: {
      subject: '펀드 투자가 시작되었습니다',
      text: '{amount} {currency} 펀드 투자가 시작되었으며 {until}에 만기됩니다. 매일의 수익은 현물 계좌에 입금됩니다.',
    },
    pt: {
      subject: 'Sua ordem no fundo começou',
      text: 'Sua ordem de {amount} {currency} no fundo começou e termina em {until}. O rendimento de cada dia é creditado na sua conta spot.',
    },
    hk: {
      subject: '你的基金訂單已開始',
      text: '你的 {amount} {currency} 基金訂單已開始，將於 {until} 完結。每日收益會存入你的現貨帳戶。',
    },
    vn: {
      subject: 'Lệnh quỹ của bạn đã bắt đầu',
      text: 'Lệnh quỹ {amount} {currency} của bạn đã bắt đầu và kết thúc lúc {until}. Thu nhập mỗi ngày được ghi có vào tài khoản giao ngay của bạn.',
    },
  }),
  /** Params: amount, currency, until. */
  fund_ending: notice('fund', {
    zh: {
      subject: '您的基金订单即将到期',
      text: '您的 {amount} {currency} 基金订单将于 {until} 到期。届时本金会退回您的现货账户，您无需任何操作。',
    },
    en: {
      subject: 'Your fund order ends soon',
      text: 'Your fund order of {amount} {currency} ends at {until}. We’ll then return your principal to your spot account. You don’t need to do anything.',
    },
    es: {
      subject: 'Tu orden del fondo termina pronto',
      text: 'Tu orden del fondo de {amount} {currency} termina el {until}. Entonces devolveremos tu capital a tu cuenta spot. No tienes que hacer nada.',
    },
    it: {
      subject: 'Il tuo ordine del fondo finisce presto',
      text: 'Il tuo ordine del fondo di {amount} {currency} finisce il {until}. A quel punto il capitale torna sul conto spot. Non devi fare nulla.',
    },
    jp: {
      subject: 'ファンドの運用がまもなく終了します',
      text: 'ファンドの申込 {amount} {currency}の運用は{until}に終了します。元本はその時点で現物口座に戻ります。お手続きは必要ありません。',
    },
    ko: {
      subject: '펀드 만기가 다가옵니다',
      text: '{amount} {currency} 펀드 투자가 {until}에 만기됩니다. 만기에 원금이 현물 계좌로 돌아오며, 따로 하실 일은 없습니다.',
    },
    pt: {
      subject: 'Sua ordem no fundo termina em breve',
      text: 'Sua ordem de {amount} {currency} no fundo termina em {until}. Então devolvemos o principal à sua conta spot. Você não precisa fazer nada.',
    },
    hk: {
      subject: '你的基金訂單即將到期',
      text: '你的 {amount} {currency} 基金訂單將於 {until} 到期。本金屆時會退回你的現貨帳戶，你毋須辦理任何手續。',
    },
    vn: {
      subject: 'Lệnh quỹ của bạn sắp kết thúc',
      text: 'Lệnh quỹ {amount} {currency} của bạn kết thúc lúc {until}. Khi đó chúng tôi trả tiền gốc về tài khoản giao ngay. Bạn không cần làm gì.',
    },
  }),
  /** Params: amount, currency, income. */
  fund_ended: notice('fund', {
    zh: {
      subject: '您的基金订单已结束',
      text: '您的基金订单已结束。本金 {amount} {currency} 已退回您的现货账户，期间支付的收益为 {income} {currency}。如最后一天仍有收益未付，将在下一个 UTC 零点后支付。每笔收益可在应用的“基金订单”中查看。',
    },
    en: {
      subject: 'Your fund order has ended',
      text: 'Your fund order has ended, and your principal of {amount} {currency} is back in your spot account. The income paid so far is {income} {currency}. Any income left from the last day is paid after the next midnight UTC. You can see each payment in the app, under Fund orders.',
    },
    es: {
      subject: 'Tu orden del fondo terminó',
      text: 'Tu orden del fondo terminó y tu capital de {amount} {currency} está de nuevo en tu cuenta spot. Los ingresos pagados hasta ahora suman {income} {currency}. Lo que quede del último día se paga después de la próxima medianoche UTC. Cada pago está en la app, en Órdenes del fondo.',
    },
    it: {
      subject: 'Il tuo ordine del fondo è concluso',
      text: 'Il tuo ordine del fondo è concluso e il capitale di {amount} {currency} è di nuovo sul conto spot. I proventi pagati finora sono {income} {currency}. Il resto dell’ultimo giorno viene pagato dopo la prossima mezzanotte UTC. Trovi ogni pagamento nell’app, in Ordini del fondo.',
    },
    jp: {
      subject: 'ファンドの運用が終了しました',
      text: 'ファンドの運用が終了し、元本 {amount} {currency}が現物口座に戻りました。期間中に支払われた収益は{income} {currency}です。最終日の残りの分は次のUTC 0時の後に支払われます。各支払いはアプリの「ファンドの申込」でご確認いただけます。',
    },
    ko: {
      subject: '펀드가 만기되었습니다',
      text: '펀드 투자가 만기되어 원금 {amount} {currency} 전액이 현물 계좌로 돌아왔습니다. 그동안 지급된 수익은 {income} {currency}입니다. 마지막 날의 나머지 수익은 다음 UTC 0시 뒤에 지급됩니다. 지급 내역은 앱의 ‘펀드 가입 내역’에서 볼 수 있습니다.',
    },
    pt: {
      subject: 'Sua ordem no fundo terminou',
      text: 'Sua ordem no fundo terminou, e o principal de {amount} {currency} voltou para sua conta spot. Os rendimentos pagos até agora somam {income} {currency}. O que restar do último dia é pago depois da próxima meia-noite UTC. Cada pagamento está no app, em Ordens do fundo.',
    },
    hk: {
      subject: '你的基金訂單已完結',
      text: '你的基金訂單已完結。本金 {amount} {currency} 已退回你的現貨帳戶，期內支付的收益為 {income} {currency}。如最後一日仍有收益未付，會在下一個 UTC 零時後支付。每筆收益可在應用程式的「基金訂單」查閱。',
    },
    vn: {
      subject: 'Lệnh quỹ của bạn đã kết thúc',
      text: 'Lệnh quỹ của bạn đã kết thúc và {amount} {currency} tiền gốc đã về tài khoản giao ngay. Thu nhập đã trả đến nay là {income} {currency}. Phần còn lại của ngày cuối được trả sau 0 giờ UTC kế tiếp. Từng khoản trả có trong ứng dụng, ở mục Lệnh quỹ.',
    },
  }),
  /** Params: amount (the amount returned), currency, fee. */
  fund_terminated: notice('fund', {
    zh: {
      subject: '您的基金订单已提前赎回',
      text: '您的基金订单已按您的要求提前赎回，扣除 {fee} {currency} 费用后，本金 {amount} {currency} 已退回您的现货账户。如非本人操作，请立即修改密码并联系客服。',
    },
    en: {
      subject: 'Your fund order ended early',
      text: 'We’ve ended your fund order early, as you asked. {amount} {currency} of your principal is back in your spot account, after a fee of {fee} {currency}. If you didn’t do this, change your password now and contact Support.',
    },
    es: {
      subject: 'Tu orden del fondo terminó antes de tiempo',
      text: 'Tu orden del fondo terminó antes de tiempo, como pediste. {amount} {currency} de capital están de nuevo en tu cuenta spot, tras una comisión de {fee} {currency}. Si no fuiste tú, cambia la contraseña ahora y contacta con Soporte.',
    },
    it: {
      subject: 'Il tuo ordine del fondo è stato chiuso in anticipo',
      text: 'Il tuo ordine del fondo è stato chiuso in anticipo, come hai chiesto. {amount} {currency} di capitale sono di nuovo sul conto spot, dopo una commissione di {fee} {currency}. Se non sei stato tu, imposta subito una nuova password e contatta l’assistenza.',
    },
    jp: {
      subject: 'ファンドを早期解約しました',
      text: 'ご依頼により、ファンドの申込を早期解約しました。手数料 {fee} {currency}を差し引いた元本 {amount} {currency}が現物口座に戻りました。お心当たりがない場合は、すぐにパスワードを再設定し、サポートにご連絡ください。',
    },
    ko: {
      subject: '펀드를 중도 해지했습니다',
      text: '요청하신 대로 펀드를 중도 해지했습니다. 현물 계좌로 돌아온 원금은 수수료({fee} {currency})를 뺀 {amount} {currency}입니다. 본인이 아니라면 지금 비밀번호를 재설정하고 고객센터에 문의하세요.',
    },
    pt: {
      subject: 'Sua ordem no fundo foi encerrada antes do prazo',
      text: 'Sua ordem no fundo foi encerrada antes do prazo, como você pediu. {amount} {currency} do principal voltaram para sua conta spot, após uma taxa de {fee} {currency}. Se não foi você, defina uma nova senha agora e fale com o suporte.',
    },
    hk: {
      subject: '你的基金訂單已提早贖回',
      text: '你的基金訂單已按你的要求提早贖回，扣除 {fee} {currency} 費用後，本金 {amount} {currency} 已退回你的現貨帳戶。如非你本人操作，請立即更改密碼並聯絡客戶服務。',
    },
    vn: {
      subject: 'Lệnh quỹ của bạn đã kết thúc sớm',
      text: 'Lệnh quỹ đã kết thúc sớm theo yêu cầu của bạn. {amount} {currency} tiền gốc đã về tài khoản giao ngay, sau khi trừ phí {fee} {currency}. Nếu không phải bạn, hãy đặt mật khẩu mới ngay và liên hệ bộ phận hỗ trợ.',
    },
  }),
  /** Params: amount, currency. */
  fund_refused: notice('fund', {
    zh: {
      subject: '您的基金订单未被接受',
      text: '您的 {amount} {currency} 基金订单未被接受，全部金额已退回您的现货账户。',
    },
    en: {
      subject: 'Your fund order wasn’t accepted',
      text: 'We couldn’t accept your fund order of {amount} {currency}. The full amount is back in your spot account.',
    },
    es: {
      subject: 'No pudimos aceptar tu orden del fondo',
      text: 'No pudimos aceptar tu orden del fondo de {amount} {currency}. Todo el importe está de nuevo en tu cuenta spot.',
    },
    it: {
      subject: 'Ordine del fondo non accettato',
      text: 'Non abbiamo potuto accettare il tuo ordine del fondo di {amount} {currency}. L’intero importo è di nuovo sul conto spot.',
    },
    jp: {
      subject: 'ファンドの申込は承認されませんでした',
      text: 'ファンドの申込 {amount} {currency}は承認されませんでした。全額が現物口座に戻りました。',
    },
    ko: {
      subject: '펀드 가입이 승인되지 않았습니다',
      text: '{amount} {currency} 펀드 가입이 승인되지 않았습니다. 전액이 현물 계좌로 돌아왔습니다.',
    },
    pt: {
      subject: 'Sua ordem no fundo não foi aceita',
      text: 'Não pudemos aceitar sua ordem de {amount} {currency} no fundo. O valor inteiro voltou para sua conta spot.',
    },
    hk: {
      subject: '你的基金訂單未獲接納',
      text: '你的 {amount} {currency} 基金訂單未獲接納，全數已退回你的現貨帳戶。',
    },
    vn: {
      subject: 'Lệnh quỹ của bạn không được chấp nhận',
      text: 'Chúng tôi không chấp nhận được lệnh quỹ {amount} {currency} của bạn. Toàn bộ số tiền đã về tài khoản giao ngay.',
    },
  }),
  /** Params: amount, currency, income (so far), day, days; for the link: order. */
  fund_income: notice('fund_income', {
    zh: {
      subject: '您的基金订单收益',
      text: '您的 {amount} {currency} 基金订单至今已向您的现货账户支付收益 {income} {currency}。今天是第 {day} 天，共 {days} 天。',
    },
    en: {
      subject: 'Income from your fund order',
      text: 'So far, your fund order of {amount} {currency} has paid {income} {currency} into your spot account. This is day {day} of {days}.',
    },
    es: {
      subject: 'Ingresos de tu orden del fondo',
      text: 'Tu orden del fondo de {amount} {currency} ha generado hasta ahora {income} {currency}, abonados en tu cuenta spot. Hoy es el día {day} de {days}.',
    },
    it: {
      subject: 'Proventi del tuo ordine del fondo',
      text: 'Il tuo ordine del fondo di {amount} {currency} ha pagato finora {income} {currency} di proventi sul conto spot. Oggi è il giorno {day} di {days}.',
    },
    jp: {
      subject: 'ファンドの収益のお知らせ',
      text: 'ファンドの申込 {amount} {currency}の収益として、これまでに{income} {currency}を現物口座にお支払いしました。本日は{days}日間のうち{day}日目です。',
    },
    ko: {
      subject: '펀드 수익 안내',
      text: '{amount} {currency} 펀드 투자에서 지금까지 {income} {currency}의 수익이 현물 계좌에 지급되었습니다. 전체 {days}일 중 {day}일째입니다.',
    },
    pt: {
      subject: 'Rendimentos da sua ordem no fundo',
      text: 'Sua ordem de {amount} {currency} no fundo rendeu até agora {income} {currency}, creditados na sua conta spot. Hoje é o dia {day} de {days}.',
    },
    hk: {
      subject: '你的基金訂單收益',
      text: '你的 {amount} {currency} 基金訂單至今已向你的現貨帳戶支付收益 {income} {currency}。今日是第 {day} 日，共 {days} 日。',
    },
    vn: {
      subject: 'Thu nhập từ lệnh quỹ của bạn',
      text: 'Đến nay, lệnh quỹ {amount} {currency} của bạn đã trả {income} {currency} thu nhập vào tài khoản giao ngay. Hôm nay là ngày thứ {day} trong {days} ngày.',
    },
  }),
};
