/** What customers are told of deposits. */
import { notice } from '../notices/notice.ts';

export const depositsNotices = {
  /** Names amount, currency. */
  deposit_credited: notice('money', {
    zh: {
      subject: '您的充值已到账',
      text: '您的充值已入账 {amount} {currency}，存入现货账户。该记录及其分录可在应用的“资金记录”中查看。',
    },
    en: {
      subject: 'Your deposit was credited',
      text: '{amount} {currency} of your deposit were credited to your spot account. The record with its journal is in the app, under financial records.',
    },
    es: {
      subject: 'Tu depósito se ha abonado',
      text: 'Se han abonado {amount} {currency} de tu depósito en tu cuenta al contado. El registro con su asiento está en la aplicación, en registros financieros.',
    },
    it: {
      subject: 'Il tuo deposito è stato accreditato',
      text: '{amount} {currency} del tuo deposito sono stati accreditati sul conto spot. La registrazione con la sua scrittura è nell’app, tra i movimenti.',
    },
    jp: {
      subject: '入金が反映されました',
      text: '入金 {amount} {currency} を現物口座に反映しました。記録と仕訳はアプリの資金記録でご確認いただけます。',
    },
    ko: {
      subject: '입금이 반영되었습니다',
      text: '입금 {amount} {currency}이(가) 현물 계좌에 반영되었습니다. 내역과 분개는 앱의 자금 내역에서 확인할 수 있습니다.',
    },
    pt: {
      subject: 'Seu depósito foi creditado',
      text: '{amount} {currency} do seu depósito foram creditados na sua conta à vista. O registro com o seu lançamento está no aplicativo, em registros financeiros.',
    },
    hk: {
      subject: '你的充值已入帳',
      text: '你的充值已入帳 {amount} {currency}，存入現貨帳戶。該紀錄及其分錄可在應用程式的「資金紀錄」查閱。',
    },
    vn: {
      subject: 'Khoản nạp của bạn đã được ghi có',
      text: '{amount} {currency} từ khoản nạp đã được ghi có vào tài khoản giao ngay của bạn. Bản ghi cùng bút toán có trong ứng dụng, ở mục lịch sử tài chính.',
    },
  }),
  /** Names amount, currency. */
  deposit_failed: notice('money', {
    zh: {
      subject: '您的充值未入账',
      text: '您的 {amount} {currency} 充值未能入账。原因请在应用的“充值”中查看。如果您确实已汇出款项，请保留凭证并联系客服。',
    },
    en: {
      subject: 'Your deposit was not credited',
      text: 'Your deposit of {amount} {currency} was not credited. The reason is in the app, under deposits. If you did send the money, contact customer service and keep the proof of it.',
    },
    es: {
      subject: 'Tu depósito no se ha abonado',
      text: 'Tu depósito de {amount} {currency} no se ha abonado. El motivo está en la aplicación, en depósitos. Si enviaste el dinero, guarda el comprobante y contacta con atención al cliente.',
    },
    it: {
      subject: 'Il tuo deposito non è stato accreditato',
      text: 'Il tuo deposito di {amount} {currency} non è stato accreditato. Il motivo è nell’app, tra i depositi. Se hai inviato il denaro, conserva la prova e contatta il servizio clienti.',
    },
    jp: {
      subject: '入金は反映されませんでした',
      text: '{amount} {currency} の入金は反映されませんでした。理由はアプリの入金でご確認いただけます。送金済みの場合は、証明となるものを保管のうえカスタマーサービスにお問い合わせください。',
    },
    ko: {
      subject: '입금이 반영되지 않았습니다',
      text: '{amount} {currency} 입금이 반영되지 않았습니다. 사유는 앱의 입금에서 확인할 수 있습니다. 실제로 송금하셨다면 증빙을 보관하고 고객센터에 문의하세요.',
    },
    pt: {
      subject: 'Seu depósito não foi creditado',
      text: 'Seu depósito de {amount} {currency} não foi creditado. O motivo está no aplicativo, em depósitos. Se você enviou o dinheiro, guarde o comprovante e fale com o atendimento.',
    },
    hk: {
      subject: '你的充值未能入帳',
      text: '你的 {amount} {currency} 充值未能入帳。原因可在應用程式的「充值」查閱。如你確已匯出款項，請保留憑證並聯絡客戶服務。',
    },
    vn: {
      subject: 'Khoản nạp của bạn chưa được ghi có',
      text: 'Khoản nạp {amount} {currency} của bạn không được ghi có. Lý do có trong ứng dụng, ở mục nạp tiền. Nếu bạn đã chuyển tiền, hãy giữ chứng từ và liên hệ bộ phận hỗ trợ khách hàng.',
    },
  }),
};
