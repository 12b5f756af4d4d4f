/** What is mailed, in the nine languages. `{code}` is put in where it stands. */
import type { Language } from '@candor/protocol/languages.ts';

export type MailKind = 'code' | 'email_in_use' | 'password_changed';
type MailText = { readonly subject: string; readonly text: string };

export const mailTexts: Readonly<Record<Language, Readonly<Record<MailKind, MailText>>>> = {
  en: {
    code: {
      subject: 'Your verification code',
      text: 'Your code is {code}. It is good for ten minutes, to open an account or to set a new password. If you did not ask for it, you can ignore this mail. We never ask for this code.',
    },
    email_in_use: {
      subject: 'You already have an account',
      text: 'Somebody tried to open an account with this e-mail address. You already have one. If it was you, log in or set a new password; otherwise there is nothing to do.',
    },
    password_changed: {
      subject: 'Your password was changed',
      text: 'The password of your account was changed and your other devices were logged out. Withdrawals are held for 24 hours. If it was not you, set a new password now and contact customer service.',
    },
  },
  zh: {
    code: {
      subject: '您的验证码',
      text: '您的验证码是 {code}，十分钟内有效，可用于注册账户或重设密码。如非本人操作，请忽略本邮件。我们绝不会向您索要此验证码。',
    },
    email_in_use: {
      subject: '您已拥有账户',
      text: '有人尝试用此邮箱注册账户，而您已有账户。如果是您本人，请直接登录或重设密码；否则无需任何操作。',
    },
    password_changed: {
      subject: '您的密码已修改',
      text: '您账户的密码已修改，其他设备均已退出登录，提币将暂停 24 小时。如非本人操作，请立即重设密码并联系客服。',
    },
  },
  es: {
    code: {
      subject: 'Tu código de verificación',
      text: 'Tu código es {code}. Vale durante diez minutos, para abrir una cuenta o cambiar la contraseña. Si no lo pediste, ignora este correo. Nunca te pediremos este código.',
    },
    email_in_use: {
      subject: 'Ya tienes una cuenta',
      text: 'Alguien intentó abrir una cuenta con este correo. Ya tienes una. Si fuiste tú, inicia sesión o cambia la contraseña; si no, no hace falta hacer nada.',
    },
    password_changed: {
      subject: 'Tu contraseña ha cambiado',
      text: 'Se cambió la contraseña de tu cuenta y se cerró la sesión en tus otros dispositivos. Los retiros quedan retenidos 24 horas. Si no fuiste tú, cambia la contraseña ahora y contacta con atención al cliente.',
    },
  },
  it: {
    code: {
      subject: 'Il tuo codice di verifica',
      text: 'Il tuo codice è {code}. Vale dieci minuti, per aprire un account o impostare una nuova password. Se non l’hai richiesto, ignora questa e-mail. Non ti chiederemo mai questo codice.',
    },
    email_in_use: {
      subject: 'Hai già un account',
      text: 'Qualcuno ha provato ad aprire un account con questo indirizzo. Ne hai già uno. Se eri tu, accedi o imposta una nuova password; altrimenti non devi fare nulla.',
    },
    password_changed: {
      subject: 'La tua password è stata modificata',
      text: 'La password del tuo account è stata modificata e gli altri dispositivi sono stati disconnessi. I prelievi sono sospesi per 24 ore. Se non sei stato tu, imposta subito una nuova password e contatta il servizio clienti.',
    },
  },
  jp: {
    code: {
      subject: '認証コードのお知らせ',
      text: '認証コードは{code}です。口座開設またはパスワード再設定に、10分間有効です。お心当たりがない場合は、このメールを無視してください。当社がこのコードをお尋ねすることはありません。',
    },
    email_in_use: {
      subject: 'すでにアカウントをお持ちです',
      text: 'このメールアドレスで口座開設の操作がありましたが、すでにアカウントがあります。ご本人の場合は、ログインするかパスワードを再設定してください。それ以外の場合、必要な操作はありません。',
    },
    password_changed: {
      subject: 'パスワードが変更されました',
      text: 'アカウントのパスワードが変更され、ほかの端末はログアウトされました。出金は24時間停止されます。お心当たりがない場合は、すぐにパスワードを再設定し、カスタマーサービスにお問い合わせください。',
    },
  },
  ko: {
    code: {
      subject: '인증 코드 안내',
      text: '인증 코드는 {code}입니다. 계정 개설 또는 비밀번호 재설정에 10분 동안 사용할 수 있습니다. 요청하지 않았다면 이 메일을 무시하세요. 저희는 이 코드를 절대 묻지 않습니다.',
    },
    email_in_use: {
      subject: '이미 계정이 있습니다',
      text: '누군가 이 이메일 주소로 계정을 개설하려고 했습니다. 이미 계정이 있습니다. 본인이라면 로그인하거나 비밀번호를 재설정하세요. 아니라면 하실 일은 없습니다.',
    },
    password_changed: {
      subject: '비밀번호가 변경되었습니다',
      text: '계정의 비밀번호가 변경되었고 다른 기기는 로그아웃되었습니다. 출금은 24시간 동안 보류됩니다. 본인이 아니라면 지금 비밀번호를 재설정하고 고객센터에 문의하세요.',
    },
  },
  pt: {
    code: {
      subject: 'Seu código de verificação',
      text: 'Seu código é {code}. Ele vale por dez minutos, para abrir uma conta ou definir uma nova senha. Se você não o pediu, ignore este e-mail. Nunca pedimos este código.',
    },
    email_in_use: {
      subject: 'Você já tem uma conta',
      text: 'Alguém tentou abrir uma conta com este e-mail. Você já tem uma. Se foi você, entre ou defina uma nova senha; caso contrário, não é preciso fazer nada.',
    },
    password_changed: {
      subject: 'Sua senha foi alterada',
      text: 'A senha da sua conta foi alterada e seus outros dispositivos foram desconectados. Os saques ficam retidos por 24 horas. Se não foi você, defina uma nova senha agora e fale com o atendimento.',
    },
  },
  hk: {
    code: {
      subject: '你的驗證碼',
      text: '你的驗證碼是 {code}，十分鐘內有效，可用於登記帳戶或重設密碼。如非你本人要求，請忽略此電郵。我們絕不會向你索取此驗證碼。',
    },
    email_in_use: {
      subject: '你已有帳戶',
      text: '有人嘗試以此電郵地址登記帳戶，而你已有帳戶。如果是你本人，請登入或重設密碼；否則毋須理會。',
    },
    password_changed: {
      subject: '你的密碼已更改',
      text: '你帳戶的密碼已更改，其他裝置均已登出，提幣將暫停 24 小時。如非你本人操作，請立即重設密碼並聯絡客戶服務。',
    },
  },
  vn: {
    code: {
      subject: 'Mã xác minh của bạn',
      text: 'Mã của bạn là {code}. Mã có hiệu lực mười phút, dùng để mở tài khoản hoặc đặt mật khẩu mới. Nếu bạn không yêu cầu, hãy bỏ qua thư này. Chúng tôi không bao giờ hỏi mã này.',
    },
    email_in_use: {
      subject: 'Bạn đã có tài khoản',
      text: 'Có người vừa thử mở tài khoản bằng địa chỉ email này. Bạn đã có tài khoản. Nếu đó là bạn, hãy đăng nhập hoặc đặt mật khẩu mới; nếu không, bạn không cần làm gì.',
    },
    password_changed: {
      subject: 'Mật khẩu của bạn đã được thay đổi',
      text: 'Mật khẩu tài khoản của bạn đã được thay đổi và các thiết bị khác đã bị đăng xuất. Việc rút tiền bị tạm giữ 24 giờ. Nếu không phải bạn, hãy đặt mật khẩu mới ngay và liên hệ bộ phận hỗ trợ khách hàng.',
    },
  },
};
