/** What customers are told of the hosting fund. */
import { notice } from '../notices/notice.ts';

export const fundNotices = {
  /** Names amount, currency, until. */
  fund_started: notice('fund', {
    zh: {
      subject: '您的基金订单已开始',
      text: '您在基金中的 {amount} {currency} 订单已开始，将于 {until} 结束。每日收益会计入您的现货账户。',
    },
    en: {
      subject: 'Your order in the fund has started',
      text: 'Your order of {amount} {currency} in the fund has started and ends at {until}. The income of each day is credited to your spot account.',
    },
    es: {
      subject: 'Tu orden en el fondo ha empezado',
      text: 'Tu orden de {amount} {currency} en el fondo ha empezado y termina el {until}. El ingreso de cada día se abona en tu cuenta al contado.',
    },
    it: {
      subject: 'Il tuo ordine nel fondo è iniziato',
      text: 'Il tuo ordine di {amount} {currency} nel fondo è iniziato e finisce il {until}. Il rendimento di ogni giorno è accreditato sul tuo conto spot.',
    },
    jp: {
      subject: 'ファンドの注文が始まりました',
      text: 'ファンドの {amount} {currency} の注文が始まりました。{until} に終わります。毎日の収益は現物口座に入ります。',
    },
    ko: {
      subject: '펀드 주문이 시작되었습니다',
      text: '펀드의 {amount} {currency} 주문이 시작되었으며 {until}에 끝납니다. 매일의 수익은 현물 계정에 입금됩니다.',
    },
    pt: {
      subject: 'Sua ordem no fundo começou',
      text: 'Sua ordem de {amount} {currency} no fundo começou e termina em {until}. O rendimento de cada dia é creditado na sua conta à vista.',
    },
    hk: {
      subject: '你的基金訂單已開始',
      text: '你在基金的 {amount} {currency} 訂單已開始，將於 {until} 完結。每日收益會存入你的現貨帳戶。',
    },
    vn: {
      subject: 'Lệnh quỹ của bạn đã bắt đầu',
      text: 'Lệnh quỹ {amount} {currency} của bạn đã bắt đầu và kết thúc lúc {until}. Thu nhập mỗi ngày được ghi có vào tài khoản giao ngay của bạn.',
    },
  }),
  /** Names amount, currency, until. */
  fund_ending: notice('fund', {
    zh: {
      subject: '您的基金订单即将到期',
      text: '您在基金中的 {amount} {currency} 订单将于 {until} 到期。届时本金会退回您的现货账户，您无需任何操作。',
    },
    en: {
      subject: 'Your order in the fund ends soon',
      text: 'Your order of {amount} {currency} in the fund ends at {until}. Your principal is back in your spot account then, and you need do nothing for it.',
    },
    es: {
      subject: 'Tu orden en el fondo termina pronto',
      text: 'Tu orden de {amount} {currency} en el fondo termina el {until}. Tu capital vuelve entonces a tu cuenta al contado y no tienes que hacer nada.',
    },
    it: {
      subject: 'Il tuo ordine nel fondo finisce presto',
      text: 'Il tuo ordine di {amount} {currency} nel fondo finisce il {until}. Il capitale torna allora sul tuo conto spot e non devi fare nulla.',
    },
    jp: {
      subject: 'ファンドの注文がまもなく終了します',
      text: 'ファンドの {amount} {currency} の注文は {until} に終了します。元本はその時点で現物口座に戻ります。お手続きは必要ありません。',
    },
    ko: {
      subject: '펀드 주문이 곧 종료됩니다',
      text: '펀드의 {amount} {currency} 주문이 {until}에 종료됩니다. 원금은 그때 현물 계좌로 돌아오며 따로 하실 일은 없습니다.',
    },
    pt: {
      subject: 'Sua ordem no fundo termina em breve',
      text: 'Sua ordem de {amount} {currency} no fundo termina em {until}. O principal volta então para a sua conta à vista, e você não precisa fazer nada.',
    },
    hk: {
      subject: '你的基金訂單即將到期',
      text: '你在基金的 {amount} {currency} 訂單將於 {until} 到期。本金屆時會退回你的現貨帳戶，你無須辦理任何手續。',
    },
    vn: {
      subject: 'Lệnh của bạn trong quỹ sắp kết thúc',
      text: 'Lệnh {amount} {currency} của bạn trong quỹ kết thúc lúc {until}. Khi đó tiền gốc trở về tài khoản giao ngay của bạn và bạn không cần làm gì.',
    },
  }),
  /** Names amount, currency, income. */
  fund_ended: notice('fund', {
    zh: {
      subject: '您的基金订单已结束',
      text: '您的基金订单已结束。本金 {amount} {currency} 已退回您的现货账户，期间发放的收益为 {income} {currency}。最后一天剩下的部分在下一个 UTC 零点后发放。每笔发放可在应用的“基金”中查看。',
    },
    en: {
      subject: 'Your order in the fund has ended',
      text: 'Your order in the fund has ended. {amount} {currency} of principal are back in your spot account; the income that was paid over its days is {income} {currency}. What is left of its last day is paid after the next midnight UTC. Each payment is in the app, under the fund.',
    },
    es: {
      subject: 'Tu orden en el fondo ha terminado',
      text: 'Tu orden en el fondo ha terminado. {amount} {currency} de capital están de nuevo en tu cuenta al contado; los ingresos pagados en esos días suman {income} {currency}. Lo que queda de su último día se paga pasada la próxima medianoche UTC. Cada pago está en la aplicación, en el fondo.',
    },
    it: {
      subject: 'Il tuo ordine nel fondo è finito',
      text: 'Il tuo ordine nel fondo è finito. {amount} {currency} di capitale sono di nuovo sul tuo conto spot; i proventi pagati in quei giorni sono {income} {currency}. Ciò che resta del suo ultimo giorno è pagato dopo la prossima mezzanotte UTC. Ogni pagamento è nell’app, alla voce fondo.',
    },
    jp: {
      subject: 'ファンドの注文が終了しました',
      text: 'ファンドの注文が終了しました。元本 {amount} {currency} は現物口座に戻りました。期間中に支払われた収益は {income} {currency} です。最終日の残りの分は次のUTC 0時の後に支払われます。各支払いはアプリのファンドで確認できます。',
    },
    ko: {
      subject: '펀드 주문이 종료되었습니다',
      text: '펀드 주문이 종료되었습니다. 원금 {amount} {currency}이 현물 계좌로 돌아왔고, 기간 동안 지급된 수익은 {income} {currency}입니다. 마지막 날의 나머지는 다음 UTC 0시 뒤에 지급됩니다. 각 지급 내역은 앱의 펀드에서 볼 수 있습니다.',
    },
    pt: {
      subject: 'Sua ordem no fundo terminou',
      text: 'Sua ordem no fundo terminou. {amount} {currency} de principal estão de volta na sua conta à vista; os rendimentos pagos nesses dias somam {income} {currency}. O que resta do último dia é pago depois da próxima meia-noite UTC. Cada pagamento está no aplicativo, no fundo.',
    },
    hk: {
      subject: '你的基金訂單已結束',
      text: '你的基金訂單已結束。本金 {amount} {currency} 已退回你的現貨帳戶，期內派發的收益為 {income} {currency}。最後一日餘下的部分在下一個 UTC 零時後派發。每筆派發可在應用程式的「基金」查閱。',
    },
    vn: {
      subject: 'Lệnh của bạn trong quỹ đã kết thúc',
      text: 'Lệnh của bạn trong quỹ đã kết thúc. {amount} {currency} tiền gốc đã trở về tài khoản giao ngay; thu nhập đã trả trong các ngày đó là {income} {currency}. Phần còn lại của ngày cuối được trả sau 0 giờ UTC kế tiếp. Từng khoản trả có trong ứng dụng, ở mục quỹ.',
    },
  }),
  /** Names amount (what came back), currency, fee. */
  fund_terminated: notice('fund', {
    zh: {
      subject: '您的基金订单已提前结束',
      text: '您的基金订单已按您的要求提前结束，扣除 {fee} {currency} 手续费后，本金 {amount} {currency} 已退回您的现货账户。如非本人操作，请立即重设密码并联系客服。',
    },
    en: {
      subject: 'Your order in the fund was ended early',
      text: 'Your order in the fund was ended early, as you asked. {amount} {currency} of principal are back in your spot account, after a fee of {fee} {currency}. If it was not you, set a new password now and contact customer service.',
    },
    es: {
      subject: 'Tu orden en el fondo terminó antes',
      text: 'Tu orden en el fondo terminó antes de tiempo, como pediste. {amount} {currency} de capital están de nuevo en tu cuenta al contado, tras una comisión de {fee} {currency}. Si no fuiste tú, pon ya una contraseña nueva y contacta con atención al cliente.',
    },
    it: {
      subject: 'Il tuo ordine nel fondo è finito in anticipo',
      text: 'Il tuo ordine nel fondo è finito in anticipo, come hai chiesto. {amount} {currency} di capitale sono di nuovo sul tuo conto spot, dopo una commissione di {fee} {currency}. Se non sei stato tu, imposta subito una nuova password e contatta il servizio clienti.',
    },
    jp: {
      subject: 'ファンドの注文を途中で終えました',
      text: 'お客様のご依頼により、ファンドの注文を途中で終えました。手数料 {fee} {currency} を引いた元本 {amount} {currency} が現物口座に戻っています。お心当たりがない場合は、すぐに新しいパスワードを設定し、カスタマーサービスへご連絡ください。',
    },
    ko: {
      subject: '펀드 주문이 일찍 종료되었습니다',
      text: '요청하신 대로 펀드 주문이 일찍 종료되었습니다. 수수료 {fee} {currency}를 뺀 원금 {amount} {currency}가 현물 계정으로 돌아왔습니다. 본인이 아니라면 지금 새 비밀번호를 설정하고 고객센터에 연락하세요.',
    },
    pt: {
      subject: 'Sua ordem no fundo terminou antes',
      text: 'Sua ordem no fundo terminou antes do prazo, como você pediu. {amount} {currency} do principal estão de volta na sua conta à vista, após uma taxa de {fee} {currency}. Se não foi você, defina já uma nova senha e fale com o atendimento.',
    },
    hk: {
      subject: '你的基金訂單已提早完結',
      text: '你的基金訂單已按你的要求提早完結，扣除 {fee} {currency} 費用後，本金 {amount} {currency} 已退回你的現貨帳戶。如非你本人操作，請立即重設密碼並聯絡客戶服務。',
    },
    vn: {
      subject: 'Lệnh quỹ của bạn đã kết thúc sớm',
      text: 'Lệnh quỹ của bạn đã kết thúc sớm theo yêu cầu của bạn. {amount} {currency} tiền gốc đã về tài khoản giao ngay của bạn, sau khi trừ phí {fee} {currency}. Nếu không phải bạn, hãy đặt mật khẩu mới ngay và liên hệ bộ phận hỗ trợ khách hàng.',
    },
  }),
  /** Names amount, currency. */
  fund_refused: notice('fund', {
    zh: {
      subject: '您的基金订单未被接受',
      text: '您在基金中的 {amount} {currency} 订单未被接受，全部金额已退回您的现货账户。',
    },
    en: {
      subject: 'Your order in the fund was not accepted',
      text: 'Your order of {amount} {currency} in the fund was not accepted. The whole amount is back in your spot account.',
    },
    es: {
      subject: 'Tu orden en el fondo no fue aceptada',
      text: 'Tu orden de {amount} {currency} en el fondo no fue aceptada. El importe entero está de nuevo en tu cuenta al contado.',
    },
    it: {
      subject: 'Il tuo ordine nel fondo non è stato accettato',
      text: 'Il tuo ordine di {amount} {currency} nel fondo non è stato accettato. L’intero importo è di nuovo sul tuo conto spot.',
    },
    jp: {
      subject: 'ファンドの注文は承認されませんでした',
      text: 'ファンドの {amount} {currency} の注文は承認されませんでした。全額が現物口座に戻りました。',
    },
    ko: {
      subject: '펀드 주문이 승인되지 않았습니다',
      text: '펀드의 {amount} {currency} 주문이 승인되지 않았습니다. 전액이 현물 계좌로 돌아왔습니다.',
    },
    pt: {
      subject: 'Sua ordem no fundo não foi aceita',
      text: 'Sua ordem de {amount} {currency} no fundo não foi aceita. O valor inteiro está de volta na sua conta à vista.',
    },
    hk: {
      subject: '你的基金訂單未獲接納',
      text: '你在基金的 {amount} {currency} 訂單未獲接納，全數已退回你的現貨帳戶。',
    },
    vn: {
      subject: 'Lệnh của bạn trong quỹ không được chấp nhận',
      text: 'Lệnh {amount} {currency} của bạn trong quỹ không được chấp nhận. Toàn bộ số tiền đã trở về tài khoản giao ngay của bạn.',
    },
  }),
};
