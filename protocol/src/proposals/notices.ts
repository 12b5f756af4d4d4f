/** What customers are told of proposals. */
import { notice } from '../notices/notice.ts';

export const proposalsNotices = {
  /** Names amount (negative where it was taken), currency. */
  balance_corrected: notice('money', {
    zh: {
      subject: '您的余额已更正',
      text: '我们的两名操作员已更正您账户的余额：{amount} {currency}。该记录及原因可在应用的“资金记录”中查看。如果您认为有误，请联系客服。',
    },
    en: {
      subject: 'Your balance was corrected',
      text: 'Two of our operators corrected a balance of your account by {amount} {currency}. The record with its reason is in the app, under financial records. If you think that it is a mistake, contact customer service.',
    },
    es: {
      subject: 'Tu saldo se ha corregido',
      text: 'Dos de nuestros operadores han corregido un saldo de tu cuenta en {amount} {currency}. El registro con su motivo está en la aplicación, en registros financieros. Si crees que es un error, contacta con atención al cliente.',
    },
    it: {
      subject: 'Il tuo saldo è stato corretto',
      text: 'Due nostri operatori hanno corretto un saldo del tuo account di {amount} {currency}. La registrazione con il motivo è nell’app, tra i movimenti. Se pensi che sia un errore, contatta il servizio clienti.',
    },
    jp: {
      subject: '残高が訂正されました',
      text: '当社の担当者2名が、アカウントの残高を {amount} {currency} 訂正しました。記録と理由はアプリの資金記録でご確認いただけます。誤りと思われる場合は、カスタマーサービスにお問い合わせください。',
    },
    ko: {
      subject: '잔액이 정정되었습니다',
      text: '저희 담당자 두 명이 계정의 잔액을 {amount} {currency}만큼 정정했습니다. 내역과 사유는 앱의 자금 내역에서 확인할 수 있습니다. 잘못되었다고 생각하면 고객센터에 문의하세요.',
    },
    pt: {
      subject: 'Seu saldo foi corrigido',
      text: 'Dois dos nossos operadores corrigiram um saldo da sua conta em {amount} {currency}. O registro com o motivo está no aplicativo, em registros financeiros. Se achar que é um engano, fale com o atendimento.',
    },
    hk: {
      subject: '你的結餘已更正',
      text: '我們的兩名操作員已更正你帳戶的結餘：{amount} {currency}。該紀錄及原因可在應用程式的「資金紀錄」查閱。如你認為有誤，請聯絡客戶服務。',
    },
    vn: {
      subject: 'Số dư của bạn đã được điều chỉnh',
      text: 'Hai nhân viên của chúng tôi đã điều chỉnh một số dư trong tài khoản của bạn {amount} {currency}. Bản ghi cùng lý do có trong ứng dụng, ở mục lịch sử tài chính. Nếu bạn cho rằng có nhầm lẫn, hãy liên hệ bộ phận hỗ trợ khách hàng.',
    },
  }),
  /** Names amount (USDT). */
  promotion_granted: notice('money', {
    zh: {
      subject: '您获得了体验金',
      text: '您获得了 {amount} USDT 体验金。体验金可用于杠杆交易，不能提取；条件和到期时间请在应用的“体验金”中查看。',
    },
    en: {
      subject: 'You were granted experience credit',
      text: 'You were granted experience credit of {amount} USDT. It can be used for leveraged trades and cannot be withdrawn; its conditions and its end are in the app, under experience credit.',
    },
    es: {
      subject: 'Has recibido crédito de prueba',
      text: 'Has recibido un crédito de prueba de {amount} USDT. Sirve para operaciones con apalancamiento y no se puede retirar; sus condiciones y su fin están en la aplicación, en crédito de prueba.',
    },
    it: {
      subject: 'Hai ricevuto un credito di prova',
      text: 'Hai ricevuto un credito di prova di {amount} USDT. Si usa per le operazioni con leva e non si può prelevare; le condizioni e la scadenza sono nell’app, alla voce credito di prova.',
    },
    jp: {
      subject: '体験クレジットが付与されました',
      text: '{amount} USDT の体験クレジットが付与されました。レバレッジ取引に利用でき、出金はできません。条件と終了日時はアプリの体験クレジットでご確認いただけます。',
    },
    ko: {
      subject: '체험 크레딧이 지급되었습니다',
      text: '체험 크레딧 {amount} USDT가 지급되었습니다. 레버리지 거래에 사용할 수 있으며 출금할 수 없습니다. 조건과 종료 시각은 앱의 체험 크레딧에서 확인할 수 있습니다.',
    },
    pt: {
      subject: 'Você recebeu crédito de experiência',
      text: 'Você recebeu um crédito de experiência de {amount} USDT. Ele serve para operações alavancadas e não pode ser sacado; as condições e o prazo estão no aplicativo, em crédito de experiência.',
    },
    hk: {
      subject: '你已獲發體驗金',
      text: '你已獲發 {amount} USDT 體驗金。體驗金可用於槓桿交易，不可提取；條件及到期時間可在應用程式的「體驗金」查閱。',
    },
    vn: {
      subject: 'Bạn được cấp tín dụng trải nghiệm',
      text: 'Bạn được cấp tín dụng trải nghiệm {amount} USDT. Tín dụng này dùng cho giao dịch đòn bẩy và không thể rút; điều kiện và thời hạn có trong ứng dụng, ở mục tín dụng trải nghiệm.',
    },
  }),
};
