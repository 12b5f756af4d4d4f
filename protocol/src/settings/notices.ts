/** Messages to customers about the settings. */
import { notice } from '../notices/notice.ts';

export const settingsNotices = {
  account_closed: notice('security', {
    zh: {
      subject: '您的账户已注销',
      text: '您的账户已按您的要求注销，任何人都无法再登录。如非本人操作，请立即联系客服。',
    },
    en: {
      subject: 'Your account was closed',
      text: 'We’ve closed your account as you asked, and no one can log in to it any more. If you didn’t ask for this, contact Support straight away.',
    },
    es: {
      subject: 'Tu cuenta se ha cerrado',
      text: 'Cerramos tu cuenta como pediste y ya nadie puede iniciar sesión en ella. Si no lo pediste, contacta de inmediato con Soporte.',
    },
    it: {
      subject: 'Il tuo account è stato chiuso',
      text: 'Abbiamo chiuso il tuo account come hai chiesto e non è più possibile accedervi. Se non sei stato tu, contatta subito l’assistenza.',
    },
    jp: {
      subject: 'アカウントを解約しました',
      text: 'ご依頼のとおりアカウントを解約しました。今後は誰もログインできません。お心当たりがない場合は、すぐにサポートにご連絡ください。',
    },
    ko: {
      subject: '계정이 해지되었습니다',
      text: '요청하신 대로 계정을 해지했습니다. 이제 아무도 이 계정에 로그인할 수 없습니다. 본인이 요청하지 않았다면 바로 고객센터에 문의하세요.',
    },
    pt: {
      subject: 'Sua conta foi encerrada',
      text: 'Sua conta foi encerrada, como você pediu. Ninguém mais pode entrar nela. Se não foi você, fale com o suporte imediatamente.',
    },
    hk: {
      subject: '你的帳戶已關閉',
      text: '你的帳戶已按你的要求關閉，任何人均不能再登入。如非你本人操作，請立即聯絡客戶服務。',
    },
    vn: {
      subject: 'Tài khoản của bạn đã được đóng',
      text: 'Chúng tôi đã đóng tài khoản theo yêu cầu của bạn. Không ai đăng nhập được nữa. Nếu không phải bạn, hãy liên hệ ngay bộ phận hỗ trợ.',
    },
  }),
};
