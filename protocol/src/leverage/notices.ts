/** Messages to customers about leverage permission. */
import { notice } from '../notices/notice.ts';

export const leverageNotices = {
  leverage_decided: notice('account', {
    zh: {
      subject: '杠杆交易审核结果',
      text: '您的杠杆交易申请已审核。请在应用的“杠杆交易”中查看结果和原因。如果您没有提交申请，请联系客服。',
    },
    en: {
      subject: 'Your leveraged trading application',
      text: 'We’ve decided whether your account can trade with leverage. You can see the decision and the reason in the app, under Leveraged trading. If you didn’t ask for this, contact Support.',
    },
    es: {
      subject: 'Decisión sobre tu solicitud de apalancamiento',
      text: 'Decidimos si tu cuenta puede operar con apalancamiento. La decisión y su motivo están en la app, en Operar con apalancamiento. Si no lo solicitaste, contacta con Soporte.',
    },
    it: {
      subject: 'La tua richiesta di trading a leva',
      text: 'Abbiamo deciso se il tuo account può fare trading a leva. La decisione e il motivo sono nell’app, in Trading a leva. Se non l’hai richiesto, contatta l’assistenza.',
    },
    jp: {
      subject: 'レバレッジ取引の審査結果',
      text: 'レバレッジ取引の審査が完了しました。結果と理由はアプリの「レバレッジ取引」でご覧いただけます。お心当たりがない場合は、サポートにご連絡ください。',
    },
    ko: {
      subject: '레버리지 거래 심사 결과',
      text: '레버리지 거래 신청의 심사가 끝났습니다. 결과와 사유는 앱의 ‘레버리지 거래’에서 확인할 수 있습니다. 신청하지 않았다면 고객센터에 문의하세요.',
    },
    pt: {
      subject: 'Seu pedido de negociação alavancada',
      text: 'Decidimos se sua conta pode negociar com alavancagem. A decisão e o motivo estão no app, em Negociação alavancada. Se você não pediu, fale com o suporte.',
    },
    hk: {
      subject: '槓桿交易審批結果',
      text: '你的槓桿交易申請已審批。結果及原因可在應用程式的「槓桿交易」查閱。如果你沒有提交申請，請聯絡客戶服務。',
    },
    vn: {
      subject: 'Đăng ký giao dịch đòn bẩy của bạn',
      text: 'Chúng tôi đã quyết định tài khoản của bạn có được giao dịch đòn bẩy hay không. Quyết định và lý do có trong ứng dụng, ở mục Giao dịch đòn bẩy. Nếu bạn không yêu cầu, hãy liên hệ bộ phận hỗ trợ.',
    },
  }),
};
