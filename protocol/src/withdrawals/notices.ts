/** Messages to customers about withdrawals. */
import { notice } from '../notices/notice.ts';

export const withdrawalsNotices = {
  /** Params: amount, currency, address. */
  withdrawal_requested: notice('withdrawals', {
    zh: {
      subject: '我们已收到您的提币申请',
      text: '您申请提币 {amount} {currency} 至 {address}，该数量已冻结。审核期间可以在应用中撤销。如非本人操作，请撤销该申请，立即修改密码并联系客服。',
    },
    en: {
      subject: 'Withdrawal requested',
      text: 'We’ve received a request to withdraw {amount} {currency} to {address}, and we’ve set that amount aside. You can cancel the withdrawal in the app while it’s under review. If you didn’t request it, cancel it, change your password now and contact Support.',
    },
    es: {
      subject: 'Solicitaste un retiro',
      text: 'Recibimos una solicitud para retirar {amount} {currency} a {address} y reservamos ese importe. Puedes cancelarlo en la app mientras esté en revisión. Si no lo solicitaste, cancélalo, cambia la contraseña ahora y contacta con Soporte.',
    },
    it: {
      subject: 'Prelievo richiesto',
      text: 'Abbiamo ricevuto una richiesta di prelievo di {amount} {currency} verso {address} e abbiamo bloccato l’importo. Puoi annullarlo nell’app finché è in verifica. Se non sei stato tu, annullalo, imposta subito una nuova password e contatta l’assistenza.',
    },
    jp: {
      subject: '出金の申請を受け付けました',
      text: '{address}への{amount} {currency}の出金が申請され、申請額は拘束中です。審査中はアプリで取り消せます。お心当たりがない場合は、出金を取り消してすぐにパスワードを再設定し、サポートにご連絡ください。',
    },
    ko: {
      subject: '출금 신청이 접수되었습니다',
      text: '{address} 주소로 {amount} {currency} 출금 신청이 접수되어 해당 금액이 묶였습니다. 심사 중에는 앱에서 취소할 수 있습니다. 본인이 아니라면 출금을 취소하고 지금 비밀번호를 재설정한 뒤 고객센터에 문의하세요.',
    },
    pt: {
      subject: 'Saque solicitado',
      text: 'Recebemos um pedido de saque de {amount} {currency} para {address} e bloqueamos esse valor. Durante a análise, você pode cancelar no app. Se não foi você, cancele o saque, defina uma nova senha agora e fale com o suporte.',
    },
    hk: {
      subject: '我們已收到你的提款申請',
      text: '你申請提款 {amount} {currency} 至 {address}，該金額已凍結。審核期間可在應用程式取消。如非你本人操作，請取消該申請，立即更改密碼並聯絡客戶服務。',
    },
    vn: {
      subject: 'Yêu cầu rút tiền',
      text: 'Chúng tôi đã nhận yêu cầu rút {amount} {currency} đến {address} và đang giữ số tiền này. Bạn có thể hủy trong ứng dụng khi còn đang xét duyệt. Nếu không phải bạn, hãy hủy yêu cầu, đặt mật khẩu mới ngay và liên hệ bộ phận hỗ trợ.',
    },
  }),
  /** Params: amount, currency, until (seconds since 1970). */
  withdrawal_held: notice('withdrawals', {
    zh: {
      subject: '您的提币已暂缓',
      text: '您的 {amount} {currency} 提币已暂缓，最迟至 {until}。请在应用的“提币”中查看原因。这笔资金仍归您所有，您可以撤销提币。',
    },
    en: {
      subject: 'Your withdrawal is on hold',
      text: 'Your withdrawal of {amount} {currency} is on hold until {until} at the latest. You can see why in the app, under Withdraw. The money is still yours, and you can cancel the withdrawal.',
    },
    es: {
      subject: 'Tu retiro está retenido',
      text: 'Tu retiro de {amount} {currency} está retenido como máximo hasta {until}. El motivo está en la app, en Retirar. El dinero sigue siendo tuyo y puedes cancelar el retiro.',
    },
    it: {
      subject: 'Il tuo prelievo è sospeso',
      text: 'Il tuo prelievo di {amount} {currency} è sospeso al massimo fino al {until}. Il motivo è nell’app, in Preleva. Il denaro resta tuo e puoi annullare il prelievo.',
    },
    jp: {
      subject: '出金が保留されています',
      text: '{amount} {currency}の出金は、遅くとも{until}まで保留されます。理由はアプリの「出金」でご確認いただけます。資金は引き続きお客様のもので、出金を取り消すこともできます。',
    },
    ko: {
      subject: '출금이 보류되었습니다',
      text: '{amount} {currency} 출금이 늦어도 {until}까지 보류됩니다. 사유는 앱의 ‘출금’에서 확인할 수 있습니다. 자금은 그대로 고객님의 것이며, 출금을 취소할 수 있습니다.',
    },
    pt: {
      subject: 'Seu saque está retido',
      text: 'Seu saque de {amount} {currency} está retido no máximo até {until}. O motivo está no app, em Sacar. O dinheiro continua seu, e você pode cancelar o saque.',
    },
    hk: {
      subject: '你的提款已暫緩',
      text: '你的 {amount} {currency} 提款已暫緩，最遲至 {until}。原因可在應用程式的「提款」查閱。這筆款項仍屬你所有，你亦可取消提款。',
    },
    vn: {
      subject: 'Khoản rút của bạn đang tạm giữ',
      text: 'Khoản rút {amount} {currency} của bạn bị tạm giữ muộn nhất đến {until}. Lý do có trong ứng dụng, ở mục Rút tiền. Số tiền vẫn là của bạn và bạn có thể hủy khoản rút.',
    },
  }),
  /** Params: amount, currency, address, reference. */
  withdrawal_sent: notice('withdrawals', {
    zh: {
      subject: '您的提币已付款',
      text: '您的 {amount} {currency} 提币已付至 {address}，交易编号为 {reference}。',
    },
    en: {
      subject: 'We’ve sent your withdrawal',
      text: 'We’ve sent your withdrawal of {amount} {currency} to {address}. The payment reference is {reference}.',
    },
    es: {
      subject: 'Enviamos tu retiro',
      text: 'Enviamos tu retiro de {amount} {currency} a {address}. La referencia del pago es {reference}.',
    },
    it: {
      subject: 'Prelievo inviato',
      text: 'Abbiamo inviato il tuo prelievo di {amount} {currency} a {address}. Il riferimento del pagamento è {reference}.',
    },
    jp: {
      subject: '出金の送金が完了しました',
      text: '出金 {amount} {currency}を{address}に送金しました。取引番号は{reference}です。',
    },
    ko: {
      subject: '출금이 완료되었습니다',
      text: '{amount} {currency} 출금이 완료되었습니다. 받는 주소는 {address}, 거래 번호는 {reference}입니다.',
    },
    pt: {
      subject: 'Seu saque foi enviado',
      text: 'Seu saque de {amount} {currency} foi enviado para {address}. A referência do pagamento é {reference}.',
    },
    hk: {
      subject: '你的提款已付款',
      text: '你的 {amount} {currency} 提款已付至 {address}，交易編號為 {reference}。',
    },
    vn: {
      subject: 'Khoản rút của bạn đã được gửi',
      text: 'Khoản rút {amount} {currency} của bạn đã được gửi đến {address}. Mã tham chiếu thanh toán là {reference}.',
    },
  }),
  /** Params: amount, currency. */
  withdrawal_failed: notice('withdrawals', {
    zh: {
      subject: '您的提币未能完成',
      text: '您的 {amount} {currency} 提币未能完成，全部数量已恢复可用。请在应用的“提币”中查看原因。',
    },
    en: {
      subject: 'Your withdrawal wasn’t completed',
      text: 'We couldn’t complete your withdrawal of {amount} {currency}, and the full amount is available again. You can see why in the app, under Withdraw.',
    },
    es: {
      subject: 'No pudimos completar tu retiro',
      text: 'No pudimos completar tu retiro de {amount} {currency} y todo el importe vuelve a estar disponible. El motivo está en la app, en Retirar.',
    },
    it: {
      subject: 'Prelievo non eseguito',
      text: 'Non siamo riusciti a completare il tuo prelievo di {amount} {currency} e l’intero importo è di nuovo disponibile. Il motivo è nell’app, in Preleva.',
    },
    jp: {
      subject: '出金できませんでした',
      text: '{amount} {currency}を出金できませんでした。全額を再びご利用いただけます。理由はアプリの「出金」でご確認いただけます。',
    },
    ko: {
      subject: '출금하지 못했습니다',
      text: '{amount} {currency} 출금이 처리되지 않아 전액을 다시 사용할 수 있습니다. 사유는 앱의 ‘출금’에서 확인할 수 있습니다.',
    },
    pt: {
      subject: 'Não conseguimos concluir seu saque',
      text: 'Não conseguimos concluir seu saque de {amount} {currency}, e o valor inteiro está disponível de novo. O motivo está no app, em Sacar.',
    },
    hk: {
      subject: '你的提款未能完成',
      text: '你的 {amount} {currency} 提款未能完成，全部金額已回復可用。原因可在應用程式的「提款」查閱。',
    },
    vn: {
      subject: 'Khoản rút của bạn không được thực hiện',
      text: 'Khoản rút {amount} {currency} của bạn không được thực hiện và toàn bộ số tiền đã khả dụng trở lại. Lý do có trong ứng dụng, ở mục Rút tiền.',
    },
  }),
};
