/** What customers are told of withdrawals. */
import { notice } from '../notices/notice.ts';

export const withdrawalsNotices = {
  /** Names amount, currency, address. */
  withdrawal_requested: notice('withdrawals', {
    zh: {
      subject: '您提交了提币申请',
      text: '已申请提币 {amount} {currency} 至 {address}，该数量已冻结。审核期间可在应用中取消。如非本人操作，请取消该申请，立即重设密码并联系客服。',
    },
    en: {
      subject: 'You asked for a withdrawal',
      text: 'A withdrawal of {amount} {currency} to {address} was asked for and the amount is frozen. It can be cancelled in the app while it is under review. If it was not you, cancel it, set a new password now and contact customer service.',
    },
    es: {
      subject: 'Has solicitado un retiro',
      text: 'Se ha solicitado un retiro de {amount} {currency} a {address} y el importe está congelado. Se puede cancelar en la aplicación mientras se revisa. Si no fuiste tú, cancélalo, cambia la contraseña ahora y contacta con atención al cliente.',
    },
    it: {
      subject: 'Hai chiesto un prelievo',
      text: 'È stato chiesto un prelievo di {amount} {currency} verso {address} e l’importo è congelato. Si può annullare nell’app finché è in esame. Se non sei stato tu, annullalo, imposta subito una nuova password e contatta il servizio clienti.',
    },
    jp: {
      subject: '出金の申請を受け付けました',
      text: '{address} への {amount} {currency} の出金が申請され、その額は凍結されています。審査中はアプリで取り消せます。お心当たりがない場合は、取り消してすぐにパスワードを再設定し、カスタマーサービスにお問い合わせください。',
    },
    ko: {
      subject: '출금을 신청하셨습니다',
      text: '{address}(으)로 {amount} {currency} 출금이 신청되어 해당 금액이 동결되었습니다. 심사 중에는 앱에서 취소할 수 있습니다. 본인이 아니라면 취소하고 지금 비밀번호를 재설정한 뒤 고객센터에 문의하세요.',
    },
    pt: {
      subject: 'Você pediu um saque',
      text: 'Foi pedido um saque de {amount} {currency} para {address}, e o valor está congelado. Ele pode ser cancelado no aplicativo enquanto estiver em análise. Se não foi você, cancele-o, defina uma nova senha agora e fale com o atendimento.',
    },
    hk: {
      subject: '你已提交提幣申請',
      text: '已申請提幣 {amount} {currency} 至 {address}，該數量已凍結。審核期間可在應用程式取消。如非你本人操作，請取消該申請，立即重設密碼並聯絡客戶服務。',
    },
    vn: {
      subject: 'Bạn đã yêu cầu rút tiền',
      text: 'Có yêu cầu rút {amount} {currency} đến {address} và số tiền này đã được phong tỏa. Có thể hủy trong ứng dụng khi đang xét duyệt. Nếu không phải bạn, hãy hủy yêu cầu, đặt mật khẩu mới ngay và liên hệ bộ phận hỗ trợ khách hàng.',
    },
  }),
  /** Names amount, currency, until (seconds since 1970). */
  withdrawal_held: notice('withdrawals', {
    zh: {
      subject: '您的提币已暂缓',
      text: '您的 {amount} {currency} 提币已暂缓，最迟至 {until}。原因请在应用的“提币”中查看。这笔资金仍归您所有，您可以取消提币。',
    },
    en: {
      subject: 'Your withdrawal is on hold',
      text: 'Your withdrawal of {amount} {currency} is on hold until {until} at the latest. The reason is in the app, under withdrawals. The money stays yours, and you can cancel the withdrawal.',
    },
    es: {
      subject: 'Tu retiro está retenido',
      text: 'Tu retiro de {amount} {currency} está retenido como máximo hasta {until}. El motivo está en la aplicación, en retiros. El dinero sigue siendo tuyo y puedes cancelar el retiro.',
    },
    it: {
      subject: 'Il tuo prelievo è sospeso',
      text: 'Il tuo prelievo di {amount} {currency} è sospeso al più tardi fino a {until}. Il motivo è nell’app, tra i prelievi. Il denaro resta tuo e puoi annullare il prelievo.',
    },
    jp: {
      subject: '出金が保留されています',
      text: '{amount} {currency} の出金は、遅くとも {until} まで保留されています。理由はアプリの出金でご確認いただけます。資金は引き続きお客様のもので、出金を取り消すこともできます。',
    },
    ko: {
      subject: '출금이 보류되었습니다',
      text: '{amount} {currency} 출금이 늦어도 {until}까지 보류됩니다. 사유는 앱의 출금에서 확인할 수 있습니다. 자금은 그대로 고객님의 것이며 출금을 취소할 수 있습니다.',
    },
    pt: {
      subject: 'Seu saque está retido',
      text: 'Seu saque de {amount} {currency} está retido no máximo até {until}. O motivo está no aplicativo, em saques. O dinheiro continua sendo seu, e você pode cancelar o saque.',
    },
    hk: {
      subject: '你的提幣已暫緩',
      text: '你的 {amount} {currency} 提幣已暫緩，最遲至 {until}。原因可在應用程式的「提幣」查閱。這筆款項仍屬你所有，你亦可取消提幣。',
    },
    vn: {
      subject: 'Yêu cầu rút tiền đang tạm giữ',
      text: 'Yêu cầu rút {amount} {currency} của bạn đang tạm giữ muộn nhất đến {until}. Lý do có trong ứng dụng, ở mục rút tiền. Số tiền vẫn là của bạn và bạn có thể hủy yêu cầu.',
    },
  }),
  /** Names amount, currency, address, reference. */
  withdrawal_sent: notice('withdrawals', {
    zh: {
      subject: '您的提币已汇出',
      text: '您的 {amount} {currency} 提币已汇出至 {address}。付款编号为 {reference}。',
    },
    en: {
      subject: 'Your withdrawal was sent',
      text: 'Your withdrawal of {amount} {currency} was sent to {address}. The reference of the payment is {reference}.',
    },
    es: {
      subject: 'Tu retiro se ha enviado',
      text: 'Tu retiro de {amount} {currency} se ha enviado a {address}. La referencia del pago es {reference}.',
    },
    it: {
      subject: 'Il tuo prelievo è stato inviato',
      text: 'Il tuo prelievo di {amount} {currency} è stato inviato a {address}. Il riferimento del pagamento è {reference}.',
    },
    jp: {
      subject: '出金を送金しました',
      text: '{amount} {currency} の出金を {address} に送金しました。支払いの参照番号は {reference} です。',
    },
    ko: {
      subject: '출금이 송금되었습니다',
      text: '{amount} {currency} 출금이 {address}(으)로 송금되었습니다. 지급 참조 번호는 {reference}입니다.',
    },
    pt: {
      subject: 'Seu saque foi enviado',
      text: 'Seu saque de {amount} {currency} foi enviado para {address}. A referência do pagamento é {reference}.',
    },
    hk: {
      subject: '你的提幣已匯出',
      text: '你的 {amount} {currency} 提幣已匯出至 {address}。付款編號為 {reference}。',
    },
    vn: {
      subject: 'Khoản rút của bạn đã được gửi',
      text: 'Khoản rút {amount} {currency} của bạn đã được gửi đến {address}. Mã tham chiếu thanh toán là {reference}.',
    },
  }),
  /** Names amount, currency. */
  withdrawal_failed: notice('withdrawals', {
    zh: {
      subject: '您的提币未能完成',
      text: '您的 {amount} {currency} 提币未能完成，全部数量已恢复可用。原因请在应用的“提币”中查看。',
    },
    en: {
      subject: 'Your withdrawal was not carried out',
      text: 'Your withdrawal of {amount} {currency} was not carried out and the whole amount is available again. The reason is in the app, under withdrawals.',
    },
    es: {
      subject: 'Tu retiro no se ha realizado',
      text: 'Tu retiro de {amount} {currency} no se ha realizado y todo el importe vuelve a estar disponible. El motivo está en la aplicación, en retiros.',
    },
    it: {
      subject: 'Il tuo prelievo non è stato eseguito',
      text: 'Il tuo prelievo di {amount} {currency} non è stato eseguito e l’intero importo è di nuovo disponibile. Il motivo è nell’app, tra i prelievi.',
    },
    jp: {
      subject: '出金は行われませんでした',
      text: '{amount} {currency} の出金は行われず、全額がふたたび利用可能になりました。理由はアプリの出金でご確認いただけます。',
    },
    ko: {
      subject: '출금이 처리되지 않았습니다',
      text: '{amount} {currency} 출금이 처리되지 않아 전액을 다시 사용할 수 있습니다. 사유는 앱의 출금에서 확인할 수 있습니다.',
    },
    pt: {
      subject: 'Seu saque não foi realizado',
      text: 'Seu saque de {amount} {currency} não foi realizado, e todo o valor está disponível de novo. O motivo está no aplicativo, em saques.',
    },
    hk: {
      subject: '你的提幣未能完成',
      text: '你的 {amount} {currency} 提幣未能完成，全部數量已恢復可用。原因可在應用程式的「提幣」查閱。',
    },
    vn: {
      subject: 'Khoản rút của bạn không được thực hiện',
      text: 'Khoản rút {amount} {currency} của bạn không được thực hiện và toàn bộ số tiền đã khả dụng trở lại. Lý do có trong ứng dụng, ở mục rút tiền.',
    },
  }),
};
