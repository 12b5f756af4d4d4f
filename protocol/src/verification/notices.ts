/** What customers are told of verification. */
import { notice } from '../notices/notice.ts';

export const verificationNotices = {
  kyc_approved: notice('account', {
    zh: {
      subject: '您的身份已通过认证',
      text: '您的身份认证已获批准。如果您没有提交申请，请联系客服。',
    },
    en: {
      subject: 'Your identity is verified',
      text: 'The verification of your identity was approved. If you did not ask for it, contact customer service.',
    },
    es: {
      subject: 'Tu identidad está verificada',
      text: 'Se aprobó la verificación de tu identidad. Si no la pediste, contacta con atención al cliente.',
    },
    it: {
      subject: 'La tua identità è verificata',
      text: 'La verifica della tua identità è stata approvata. Se non l’hai richiesta, contatta il servizio clienti.',
    },
    jp: {
      subject: '本人確認が完了しました',
      text: '本人確認が承認されました。お申し込みにお心当たりがない場合は、カスタマーサービスにお問い合わせください。',
    },
    ko: {
      subject: '본인 인증이 완료되었습니다',
      text: '본인 인증이 승인되었습니다. 신청하지 않았다면 고객센터에 문의하세요.',
    },
    pt: {
      subject: 'Sua identidade foi verificada',
      text: 'A verificação da sua identidade foi aprovada. Se você não a pediu, fale com o atendimento.',
    },
    hk: {
      subject: '你的身份已獲核實',
      text: '你的身份核實已獲批准。如果你沒有提交申請，請聯絡客戶服務。',
    },
    vn: {
      subject: 'Danh tính của bạn đã được xác minh',
      text: 'Việc xác minh danh tính của bạn đã được chấp thuận. Nếu bạn không yêu cầu, hãy liên hệ bộ phận hỗ trợ khách hàng.',
    },
  }),
  kyc_rejected: notice('account', {
    zh: {
      subject: '您的身份认证未通过',
      text: '您的身份认证此次未获批准。原因请在应用的“身份认证”中查看，您可以在那里重新提交。如果您没有提交申请，请联系客服。',
    },
    en: {
      subject: 'Your identity could not be verified',
      text: 'The verification of your identity was not approved this time. The reason is in the app, under verification, where you can try again. If you did not ask for it, contact customer service.',
    },
    es: {
      subject: 'No se pudo verificar tu identidad',
      text: 'Esta vez no se aprobó la verificación de tu identidad. El motivo está en la aplicación, en verificación, donde puedes intentarlo de nuevo. Si no la pediste, contacta con atención al cliente.',
    },
    it: {
      subject: 'Non è stato possibile verificare la tua identità',
      text: 'Questa volta la verifica della tua identità non è stata approvata. Il motivo è nell’app, alla voce verifica, dove puoi riprovare. Se non l’hai richiesta, contatta il servizio clienti.',
    },
    jp: {
      subject: '本人確認ができませんでした',
      text: '今回の本人確認は承認されませんでした。理由はアプリの「本人確認」でご覧いただけ、再度お申し込みいただけます。お心当たりがない場合は、カスタマーサービスにお問い合わせください。',
    },
    ko: {
      subject: '본인 인증을 완료할 수 없었습니다',
      text: '이번 본인 인증은 승인되지 않았습니다. 사유는 앱의 본인 인증에서 볼 수 있으며 다시 신청할 수 있습니다. 신청하지 않았다면 고객센터에 문의하세요.',
    },
    pt: {
      subject: 'Não foi possível verificar sua identidade',
      text: 'Desta vez a verificação da sua identidade não foi aprovada. O motivo está no aplicativo, em verificação, onde você pode tentar de novo. Se você não a pediu, fale com o atendimento.',
    },
    hk: {
      subject: '未能核實你的身份',
      text: '你的身份核實今次未獲批准。原因可在應用程式的「身份核實」查閱，你可在該處再次提交。如果你沒有提交申請，請聯絡客戶服務。',
    },
    vn: {
      subject: 'Chưa thể xác minh danh tính của bạn',
      text: 'Lần này việc xác minh danh tính của bạn chưa được chấp thuận. Lý do có trong ứng dụng, ở mục xác minh, nơi bạn có thể thử lại. Nếu bạn không yêu cầu, hãy liên hệ bộ phận hỗ trợ khách hàng.',
    },
  }),
};
