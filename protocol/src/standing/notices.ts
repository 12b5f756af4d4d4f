/** Messages to customers about account standing. */
import { notice } from '../notices/notice.ts';

export const standingNotices = {
  standing_changed: notice('security', {
    zh: {
      subject: '您的账户状态已变更',
      text: '我们已冻结、锁定您的账户或解除了限制。目前可以进行的操作及原因请在应用中查看，或咨询客服。未平仓位的止损和止盈照常有效。如果您认为有误，请联系客服。',
    },
    en: {
      subject: 'Your account status has changed',
      text: 'We’ve frozen, locked or restored your account. In the app, you can see why and what you can do now. You can also ask Support. Stop losses and take profits on open positions stay active. If you think this is a mistake, contact Support.',
    },
    es: {
      subject: 'El estado de tu cuenta ha cambiado',
      text: 'Congelamos, bloqueamos o desbloqueamos tu cuenta. En la app puedes ver el motivo y qué puedes hacer ahora. También puedes preguntar a Soporte. El stop loss y la toma de ganancias de tus posiciones abiertas siguen activos. Si crees que es un error, contacta con Soporte.',
    },
    it: {
      subject: 'Lo stato del tuo account è cambiato',
      text: 'Abbiamo congelato, bloccato o sbloccato il tuo account. Nell’app vedi il motivo e che cosa puoi fare ora. Puoi anche chiedere all’assistenza. Stop loss e take profit delle posizioni aperte restano attivi. Se pensi che sia un errore, contatta l’assistenza.',
    },
    jp: {
      subject: 'アカウントの状態が変わりました',
      text: '当社がアカウントを凍結またはロックしたか、制限を解除しました。理由と現在ご利用いただける操作は、アプリまたはサポートでご確認いただけます。保有ポジションの損切りと利確は引き続き有効です。誤りと思われる場合は、サポートにご連絡ください。',
    },
    ko: {
      subject: '계정 상태가 변경되었습니다',
      text: 'Candor가 계정을 동결 또는 잠금 처리했거나 제한을 해제했습니다. 사유와 지금 이용할 수 있는 기능은 앱이나 고객센터에서 확인할 수 있습니다. 보유 포지션의 손절과 익절은 계속 유효합니다. 착오라고 생각하시면 고객센터에 문의하세요.',
    },
    pt: {
      subject: 'O status da sua conta mudou',
      text: 'Congelamos, bloqueamos ou liberamos sua conta. No app, você pode ver o motivo e o que pode fazer agora. Também pode perguntar ao suporte. O stop loss e o take profit das posições abertas continuam valendo. Se achar que é um engano, fale com o suporte.',
    },
    hk: {
      subject: '你的帳戶狀態已更改',
      text: '我們已凍結、鎖定你的帳戶或解除限制。現時可進行的操作及原因可在應用程式查閱，或向客戶服務查詢。未平倉位的止蝕及止賺繼續有效。如你認為有誤，請聯絡客戶服務。',
    },
    vn: {
      subject: 'Trạng thái tài khoản của bạn đã thay đổi',
      text: 'Chúng tôi đã đóng băng, khóa hoặc khôi phục tài khoản của bạn. Trong ứng dụng, bạn xem được lý do và những gì bạn làm được lúc này. Bạn cũng có thể hỏi bộ phận hỗ trợ. Cắt lỗ và chốt lời của các vị thế đang mở vẫn có hiệu lực. Nếu bạn cho rằng có nhầm lẫn, hãy liên hệ bộ phận hỗ trợ.',
    },
  }),
};
