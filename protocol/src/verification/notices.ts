/** Messages to customers about verification. */
import { notice } from '../notices/notice.ts';

export const verificationNotices = {
  kyc_approved: notice('account', {
    zh: {
      subject: '您的实名认证已通过',
      text: '您的实名认证已通过。如果您没有提交申请，请联系客服。',
    },
    en: {
      subject: 'Your identity is verified',
      text: 'We’ve verified your identity. If you didn’t ask for this, contact Support.',
    },
    es: {
      subject: 'Tu identidad está verificada',
      text: 'Verificamos tu identidad. Si no lo pediste, contacta con Soporte.',
    },
    it: {
      subject: 'La tua identità è verificata',
      text: 'Abbiamo verificato la tua identità. Se non l’hai richiesto, contatta l’assistenza.',
    },
    jp: {
      subject: '本人確認が完了しました',
      text: '本人確認が承認されました。お心当たりがない場合は、サポートにご連絡ください。',
    },
    ko: {
      subject: '본인 인증이 완료되었습니다',
      text: '본인 인증이 승인되었습니다. 신청하지 않았다면 고객센터에 문의하세요.',
    },
    pt: {
      subject: 'Sua identidade foi verificada',
      text: 'Verificamos sua identidade. Se você não pediu, fale com o suporte.',
    },
    hk: {
      subject: '你的身份驗證已通過',
      text: '你的身份驗證已通過。如果你沒有提交申請，請聯絡客戶服務。',
    },
    vn: {
      subject: 'Danh tính của bạn đã được xác minh',
      text: 'Chúng tôi đã xác minh danh tính của bạn. Nếu bạn không yêu cầu, hãy liên hệ bộ phận hỗ trợ.',
    },
  }),
  kyc_rejected: notice('account', {
    zh: {
      subject: '您的实名认证未通过',
      text: '您的实名认证本次未通过。请在应用的“实名认证”中查看原因，您可以在那里重新提交。如果您没有提交申请，请联系客服。',
    },
    en: {
      subject: 'We couldn’t verify your identity',
      text: 'We couldn’t verify your identity this time. You can see why and try again in the app, under Identity verification. If you didn’t ask for this, contact Support.',
    },
    es: {
      subject: 'No pudimos verificar tu identidad',
      text: 'Esta vez no pudimos verificar tu identidad. El motivo está en la app, en Verificación de identidad, donde puedes intentarlo de nuevo. Si no la pediste, contacta con Soporte.',
    },
    it: {
      subject: 'Non siamo riusciti a verificare la tua identità',
      text: 'Questa volta non siamo riusciti a verificare la tua identità. Il motivo è nell’app, in Verifica dell’identità, dove puoi riprovare. Se non l’hai richiesta, contatta l’assistenza.',
    },
    jp: {
      subject: '本人確認が承認されませんでした',
      text: '今回の本人確認は承認されませんでした。理由の確認と再申請は、アプリの「本人確認」で行えます。お心当たりがない場合は、サポートにご連絡ください。',
    },
    ko: {
      subject: '본인 인증이 승인되지 않았습니다',
      text: '이번 본인 인증은 승인되지 않았습니다. 사유는 앱의 ‘본인 인증’에서 확인하고 다시 신청할 수 있습니다. 신청하지 않았다면 고객센터에 문의하세요.',
    },
    pt: {
      subject: 'Não conseguimos verificar sua identidade',
      text: 'Desta vez, não conseguimos verificar sua identidade. O motivo está no app, em Verificação de identidade, onde você pode tentar de novo. Se você não pediu, fale com o suporte.',
    },
    hk: {
      subject: '你的身份驗證未獲通過',
      text: '你的身份驗證今次未獲通過。原因可在應用程式的「身份驗證」查閱，你可在該處再次提交。如果你沒有提交申請，請聯絡客戶服務。',
    },
    vn: {
      subject: 'Chưa thể xác minh danh tính của bạn',
      text: 'Lần này chúng tôi chưa xác minh được danh tính của bạn. Lý do có trong ứng dụng, ở mục Xác minh danh tính, nơi bạn có thể thử lại. Nếu bạn không yêu cầu, hãy liên hệ bộ phận hỗ trợ.',
    },
  }),
};
