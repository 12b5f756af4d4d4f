/** What customers are told of the settings. */
import { notice } from '../notices/notice.ts';

export const settingsNotices = {
  account_closed: notice('security', {
    zh: {
      subject: '您的账户已注销',
      text: '您的账户已按您的要求注销，任何人都无法再登录。如非本人操作，请立即联系客服。',
    },
    en: {
      subject: 'Your account was closed',
      text: 'Your account was closed as you asked, and nobody can sign in to it any more. If it was not you, contact customer service at once.',
    },
    es: {
      subject: 'Tu cuenta se ha cerrado',
      text: 'Tu cuenta se cerró como pediste y ya nadie puede entrar en ella. Si no fuiste tú, contacta de inmediato con atención al cliente.',
    },
    it: {
      subject: 'Il tuo account è stato chiuso',
      text: 'Il tuo account è stato chiuso come hai chiesto e nessuno può più accedervi. Se non sei stato tu, contatta subito il servizio clienti.',
    },
    jp: {
      subject: 'アカウントが閉鎖されました',
      text: 'ご依頼のとおりアカウントを閉鎖しました。今後は誰もログインできません。お心当たりがない場合は、すぐにカスタマーサービスにお問い合わせください。',
    },
    ko: {
      subject: '계정이 해지되었습니다',
      text: '요청하신 대로 계정이 해지되어 더 이상 아무도 로그인할 수 없습니다. 본인이 아니라면 즉시 고객센터에 문의하세요.',
    },
    pt: {
      subject: 'Sua conta foi encerrada',
      text: 'Sua conta foi encerrada como você pediu, e ninguém mais pode entrar nela. Se não foi você, fale com o atendimento imediatamente.',
    },
    hk: {
      subject: '你的帳戶已關閉',
      text: '你的帳戶已按你的要求關閉，任何人均不能再登入。如非你本人操作，請立即聯絡客戶服務。',
    },
    vn: {
      subject: 'Tài khoản của bạn đã được đóng',
      text: 'Tài khoản của bạn đã được đóng theo yêu cầu của bạn và không ai có thể đăng nhập nữa. Nếu không phải bạn, hãy liên hệ ngay bộ phận hỗ trợ khách hàng.',
    },
  }),
};
