/** Messages to customers about proposals. */
import { notice } from '../notices/notice.ts';

export const proposalsNotices = {
  /** Params: amount (negative if it was taken), currency. */
  balance_corrected: notice('money', {
    zh: {
      subject: '您的余额已更正',
      text: '我们的两名工作人员已更正您账户的余额：{amount} {currency}。该记录及原因可在应用的“资金记录”中查看。如果您认为有误，请联系客服。',
    },
    en: {
      subject: 'We corrected your balance',
      text: 'Two members of our staff corrected your balance by {amount} {currency}. You can see the record and the reason in the app, under Transaction history. If you think this is a mistake, contact Support.',
    },
    es: {
      subject: 'Corregimos tu saldo',
      text: 'Dos personas de nuestro equipo corrigieron tu saldo en {amount} {currency}. El movimiento y su motivo están en la app, en Movimientos. Si crees que es un error, contacta con Soporte.',
    },
    it: {
      subject: 'Abbiamo corretto il tuo saldo',
      text: 'Due persone del nostro team hanno corretto il tuo saldo di {amount} {currency}. Trovi la registrazione e il motivo nell’app, in Movimenti. Se pensi che sia un errore, contatta l’assistenza.',
    },
    jp: {
      subject: '残高を訂正しました',
      text: '当社の担当者2名が、アカウントの残高を{amount} {currency}訂正しました。記録と理由はアプリの「入出金・取引履歴」でご確認いただけます。誤りと思われる場合は、サポートにご連絡ください。',
    },
    ko: {
      subject: '잔액을 정정했습니다',
      text: '담당자 두 명이 고객님의 잔액을 {amount} {currency}만큼 정정했습니다. 내역과 사유는 앱의 ‘자금 내역’에서 확인할 수 있습니다. 착오라고 생각하시면 고객센터에 문의하세요.',
    },
    pt: {
      subject: 'Seu saldo foi corrigido',
      text: 'Duas pessoas da nossa equipe corrigiram seu saldo em {amount} {currency}. A transação e o motivo estão no app, em Histórico de transações. Se achar que é um engano, fale com o suporte.',
    },
    hk: {
      subject: '你的結餘已更正',
      text: '我們的兩名職員已更正你帳戶的結餘：{amount} {currency}。該紀錄及原因可在應用程式的「資金紀錄」查閱。如你認為有誤，請聯絡客戶服務。',
    },
    vn: {
      subject: 'Chúng tôi đã điều chỉnh số dư của bạn',
      text: 'Hai nhân viên của chúng tôi đã điều chỉnh số dư của bạn một khoản {amount} {currency}. Bút toán và lý do có trong ứng dụng, ở mục Lịch sử giao dịch. Nếu bạn cho rằng có nhầm lẫn, hãy liên hệ bộ phận hỗ trợ.',
    },
  }),
  /** Params: amount (USDT). */
  promotion_granted: notice('money', {
    zh: {
      subject: '您获得了体验金',
      text: '您获得了 {amount} USDT 体验金。体验金可用于定时期权和杠杆交易，不能提取；条件和到期时间请在应用的“体验金”中查看。',
    },
    en: {
      subject: 'You’ve received trial credit',
      text: 'You’ve received {amount} USDT of trial credit. You can use it for options and leveraged trades, but you can’t withdraw it. You can see the conditions and expiry in the app, under Trial credit.',
    },
    es: {
      subject: 'Recibiste crédito de prueba',
      text: 'Recibiste {amount} USDT de crédito de prueba. Puedes usarlo en opciones y para operar con apalancamiento, pero no retirarlo. Las condiciones y el vencimiento están en la app, en Crédito de prueba.',
    },
    it: {
      subject: 'Hai ricevuto un credito di prova',
      text: 'Hai ricevuto {amount} USDT di credito di prova. Puoi usarlo per le opzioni e le operazioni a leva, ma non prelevarlo. Condizioni e scadenza sono nell’app, in Credito di prova.',
    },
    jp: {
      subject: '体験クレジットが付与されました',
      text: '{amount} USDTの体験クレジットが付与されました。オプション取引とレバレッジ取引に利用でき、出金はできません。条件と有効期限はアプリの「体験クレジット」でご確認いただけます。',
    },
    ko: {
      subject: '체험금이 지급되었습니다',
      text: '체험금 {amount} USDT가 지급되었습니다. 옵션과 레버리지 거래에 사용할 수 있으며 출금할 수 없습니다. 조건과 만료 시각은 앱의 ‘체험금’에서 확인할 수 있습니다.',
    },
    pt: {
      subject: 'Você recebeu crédito promocional',
      text: 'Você recebeu {amount} USDT de crédito promocional. Você pode usá-lo em opções e operações alavancadas, mas não sacá-lo. As regras e o prazo estão no app, em Crédito promocional.',
    },
    hk: {
      subject: '你已獲發體驗金',
      text: '你已獲發 {amount} USDT 體驗金。體驗金可用於定時期權及槓桿交易，不可提取；條件及到期時間可在應用程式的「體驗金」查閱。',
    },
    vn: {
      subject: 'Bạn được cấp tiền trải nghiệm',
      text: 'Bạn được cấp {amount} USDT tiền trải nghiệm. Tiền này dùng cho quyền chọn và giao dịch đòn bẩy, và không thể rút. Điều kiện và thời hạn có trong ứng dụng, ở mục Tiền trải nghiệm.',
    },
  }),
};
