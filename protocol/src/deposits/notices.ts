/** Messages to customers about deposits. */
import { notice } from '../notices/notice.ts';

export const depositsNotices = {
  /** Params: amount, currency. */
  deposit_credited: notice('money', {
    zh: {
      subject: '您的充值已入账',
      text: '您的充值 {amount} {currency} 已计入现货账户。详细记录可在应用的“资金记录”中查看。',
    },
    en: {
      subject: 'Your deposit has arrived',
      text: 'We’ve credited {amount} {currency} from your deposit to your spot account. You can see the full record in the app, under Transaction history.',
    },
    es: {
      subject: 'Llegó tu depósito',
      text: 'Abonamos {amount} {currency} de tu depósito en tu cuenta spot. Puedes ver el registro completo en la app, en Movimientos.',
    },
    it: {
      subject: 'Deposito accreditato',
      text: 'Abbiamo accreditato {amount} {currency} del tuo deposito sul conto spot. Trovi la registrazione completa nell’app, in Movimenti.',
    },
    jp: {
      subject: '入金が反映されました',
      text: '入金 {amount} {currency}を現物口座に反映しました。詳しい記録はアプリの「入出金・取引履歴」でご確認いただけます。',
    },
    ko: {
      subject: '입금이 완료되었습니다',
      text: '{amount} {currency} 입금이 현물 계좌에 반영되었습니다. 자세한 내역은 앱의 ‘자금 내역’에서 확인할 수 있습니다.',
    },
    pt: {
      subject: 'Seu depósito chegou',
      text: 'Creditamos {amount} {currency} do seu depósito na sua conta spot. Veja o registro completo no app, em Histórico de transações.',
    },
    hk: {
      subject: '你的存款已入帳',
      text: '你的存款 {amount} {currency} 已存入現貨帳戶。詳細紀錄可在應用程式的「資金紀錄」查閱。',
    },
    vn: {
      subject: 'Khoản nạp của bạn đã được ghi có',
      text: '{amount} {currency} từ khoản nạp đã được ghi có vào tài khoản giao ngay của bạn. Xem chi tiết trong ứng dụng, ở mục Lịch sử giao dịch.',
    },
  }),
  /** Params: amount, currency. */
  deposit_failed: notice('money', {
    zh: {
      subject: '您的充值未入账',
      text: '您的 {amount} {currency} 充值未能入账。请在应用的“充值”中查看原因。如果您确实已付款，请保留凭证并联系客服。',
    },
    en: {
      subject: 'We couldn’t credit your deposit',
      text: 'We couldn’t credit your deposit of {amount} {currency}. You can see why in the app, under Deposit. If you did send the money, keep your proof of payment and contact Support.',
    },
    es: {
      subject: 'No pudimos abonar tu depósito',
      text: 'No pudimos abonar tu depósito de {amount} {currency}. El motivo está en la app, en Depositar. Si enviaste el dinero, guarda el comprobante de pago y contacta con Soporte.',
    },
    it: {
      subject: 'Deposito non accreditato',
      text: 'Non abbiamo potuto accreditare il tuo deposito di {amount} {currency}. Il motivo è nell’app, in Deposita. Se hai inviato il denaro, conserva la prova di pagamento e contatta l’assistenza.',
    },
    jp: {
      subject: '入金を反映できませんでした',
      text: '{amount} {currency}の入金を反映できませんでした。理由はアプリの「入金」でご確認いただけます。送金済みの場合は、送金を証明するものを保管のうえ、サポートにご連絡ください。',
    },
    ko: {
      subject: '입금이 승인되지 않았습니다',
      text: '{amount} {currency} 입금이 승인되지 않았습니다. 사유는 앱의 ‘입금’에서 확인할 수 있습니다. 실제로 송금하셨다면 송금 증빙을 보관하고 고객센터에 문의하세요.',
    },
    pt: {
      subject: 'Seu depósito não foi creditado',
      text: 'Não conseguimos creditar seu depósito de {amount} {currency}. O motivo está no app, em Depositar. Se você enviou o dinheiro, guarde o comprovante de pagamento e fale com o suporte.',
    },
    hk: {
      subject: '你的存款未能入帳',
      text: '你的 {amount} {currency} 存款未能入帳。原因可在應用程式的「存款」查閱。如你確已付款，請保留憑證並聯絡客戶服務。',
    },
    vn: {
      subject: 'Chúng tôi không ghi có được khoản nạp của bạn',
      text: 'Chúng tôi không ghi có được khoản nạp {amount} {currency} của bạn. Lý do có trong ứng dụng, ở mục Nạp tiền. Nếu bạn đã chuyển tiền, hãy giữ chứng từ thanh toán và liên hệ bộ phận hỗ trợ.',
    },
  }),
};
