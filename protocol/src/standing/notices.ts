/** What customers are told of the standing of their account. */
import { notice } from '../notices/notice.ts';

export const standingNotices = {
  standing_changed: notice('security', {
    zh: {
      subject: '您的账户状态已变更',
      text: '您的账户已被我们冻结、锁定或解除限制。目前可以进行的操作及原因请在应用中查看，或向客服查询。未平仓位的止损和止盈照常有效。如果您认为有误，请联系客服。',
    },
    en: {
      subject: 'The standing of your account has changed',
      text: 'Your account was frozen, locked or released by us. What it may do now, and the reason, is in the app or told by customer service. Stops and targets of open positions go on. If you think that it is a mistake, contact customer service.',
    },
    es: {
      subject: 'El estado de tu cuenta ha cambiado',
      text: 'Hemos congelado, bloqueado o liberado tu cuenta. Lo que puedes hacer ahora y el motivo están en la aplicación o te los dirá atención al cliente. Los límites de pérdida y los objetivos de tus posiciones abiertas siguen activos. Si crees que es un error, contacta con atención al cliente.',
    },
    it: {
      subject: 'Lo stato del tuo account è cambiato',
      text: 'Abbiamo congelato, bloccato o sbloccato il tuo account. Che cosa puoi fare ora, e il motivo, è indicato nell’app o te lo dice il servizio clienti. Stop e obiettivi delle posizioni aperte restano attivi. Se pensi che sia un errore, contatta il servizio clienti.',
    },
    jp: {
      subject: 'アカウントの状態が変わりました',
      text: '当社がアカウントを凍結、ロック、または解除しました。現在ご利用いただける操作と理由は、アプリまたはカスタマーサービスでご確認いただけます。保有ポジションの損切りと利益確定は引き続き有効です。誤りと思われる場合は、カスタマーサービスにお問い合わせください。',
    },
    ko: {
      subject: '계정 상태가 변경되었습니다',
      text: '저희가 계정을 동결, 잠금 또는 해제했습니다. 지금 할 수 있는 일과 사유는 앱이나 고객센터에서 확인할 수 있습니다. 보유 포지션의 손절과 익절은 계속 유효합니다. 잘못되었다고 생각하면 고객센터에 문의하세요.',
    },
    pt: {
      subject: 'A situação da sua conta mudou',
      text: 'Congelamos, bloqueamos ou liberamos a sua conta. O que você pode fazer agora, e o motivo, está no aplicativo ou com o atendimento. Os stops e alvos das posições abertas continuam valendo. Se achar que é um engano, fale com o atendimento.',
    },
    hk: {
      subject: '你的帳戶狀態已更改',
      text: '我們已凍結、鎖定或解除限制你的帳戶。現時可進行的操作及原因可在應用程式查閱，或向客戶服務查詢。未平倉合約的止蝕及止賺繼續有效。如你認為有誤，請聯絡客戶服務。',
    },
    vn: {
      subject: 'Trạng thái tài khoản của bạn đã thay đổi',
      text: 'Chúng tôi đã đóng băng, khóa hoặc gỡ hạn chế tài khoản của bạn. Những gì bạn có thể làm lúc này và lý do có trong ứng dụng hoặc do bộ phận hỗ trợ khách hàng cho biết. Lệnh cắt lỗ và chốt lời của các vị thế đang mở vẫn có hiệu lực. Nếu bạn cho rằng có nhầm lẫn, hãy liên hệ bộ phận hỗ trợ khách hàng.',
    },
  }),
};
