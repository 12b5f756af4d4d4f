/** What customers are told of the permission for leverage. */
import { notice } from '../notices/notice.ts';

export const leverageNotices = {
  leverage_decided: notice('account', {
    zh: {
      subject: '杠杆交易审核结果',
      text: '关于您的账户能否进行杠杆交易已有决定。结果和原因请在应用的“杠杆”中查看。如果您没有提交申请，请联系客服。',
    },
    en: {
      subject: 'A decision about leveraged trading',
      text: 'Whether your account may trade with leverage was decided. The decision and its reason are in the app, under leverage. If you did not ask for it, contact customer service.',
    },
    es: {
      subject: 'Una decisión sobre el apalancamiento',
      text: 'Se decidió si tu cuenta puede operar con apalancamiento. La decisión y su motivo están en la aplicación, en apalancamiento. Si no lo pediste, contacta con atención al cliente.',
    },
    it: {
      subject: 'Una decisione sulla leva',
      text: 'È stato deciso se il tuo account può operare con la leva. La decisione e il motivo sono nell’app, alla voce leva. Se non l’hai richiesto, contatta il servizio clienti.',
    },
    jp: {
      subject: 'レバレッジ取引に関する審査結果',
      text: 'アカウントでのレバレッジ取引の可否が決定しました。結果と理由はアプリの「レバレッジ」でご覧いただけます。お心当たりがない場合は、カスタマーサービスにお問い合わせください。',
    },
    ko: {
      subject: '레버리지 거래 심사 결과',
      text: '계정의 레버리지 거래 허용 여부가 결정되었습니다. 결과와 사유는 앱의 레버리지에서 볼 수 있습니다. 신청하지 않았다면 고객센터에 문의하세요.',
    },
    pt: {
      subject: 'Uma decisão sobre a alavancagem',
      text: 'Foi decidido se a sua conta pode operar com alavancagem. A decisão e o motivo estão no aplicativo, em alavancagem. Se você não a pediu, fale com o atendimento.',
    },
    hk: {
      subject: '槓桿買賣審批結果',
      text: '你的帳戶可否進行槓桿買賣已有決定。結果及原因可在應用程式的「槓桿」查閱。如果你沒有提交申請，請聯絡客戶服務。',
    },
    vn: {
      subject: 'Quyết định về giao dịch đòn bẩy',
      text: 'Đã có quyết định về việc tài khoản của bạn có được giao dịch đòn bẩy hay không. Quyết định và lý do có trong ứng dụng, ở mục đòn bẩy. Nếu bạn không yêu cầu, hãy liên hệ bộ phận hỗ trợ khách hàng.',
    },
  }),
};
