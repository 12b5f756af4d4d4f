/** Messages to customers about account security. */
import { notice } from '../notices/notice.ts';

export const securityNotices = {
  email_changed: notice('security', {
    zh: {
      subject: '您的邮箱已更改',
      text: '您账户的邮箱已更改，提币将暂停 24 小时。如非本人操作，请立即修改密码并联系客服。',
    },
    en: {
      subject: 'Your email address was changed',
      text: 'The email address for your account was changed. Withdrawals are on hold for 24 hours. If you didn’t do this, change your password now and contact Support.',
    },
    es: {
      subject: 'Tu correo ha cambiado',
      text: 'Se cambió el correo electrónico de tu cuenta. Los retiros quedan en pausa 24 horas. Si no fuiste tú, cambia la contraseña ahora y contacta con Soporte.',
    },
    it: {
      subject: 'Il tuo indirizzo e-mail è stato modificato',
      text: 'L’indirizzo e-mail del tuo account è stato modificato. I prelievi restano in pausa per 24 ore. Se non sei stato tu, imposta subito una nuova password e contatta l’assistenza.',
    },
    jp: {
      subject: 'メールアドレスが変更されました',
      text: 'アカウントのメールアドレスが変更されました。出金は24時間保留されます。お心当たりがない場合は、すぐにパスワードを再設定し、サポートにご連絡ください。',
    },
    ko: {
      subject: '이메일 주소가 변경되었습니다',
      text: '계정의 이메일 주소가 변경되었습니다. 출금은 24시간 동안 보류됩니다. 본인이 아니라면 지금 비밀번호를 재설정하고 고객센터에 문의하세요.',
    },
    pt: {
      subject: 'Seu e-mail foi alterado',
      text: 'O e-mail da sua conta foi alterado. Os saques ficam retidos por 24 horas. Se não foi você, defina uma nova senha agora e fale com o suporte.',
    },
    hk: {
      subject: '你的電郵地址已更改',
      text: '你帳戶的電郵地址已更改，提款將暫停 24 小時。如非你本人操作，請立即更改密碼並聯絡客戶服務。',
    },
    vn: {
      subject: 'Địa chỉ email của bạn đã thay đổi',
      text: 'Địa chỉ email của tài khoản đã được thay đổi. Việc rút tiền bị tạm giữ 24 giờ. Nếu không phải bạn, hãy đặt mật khẩu mới ngay và liên hệ bộ phận hỗ trợ.',
    },
  }),
  phone_changed: notice('security', {
    zh: {
      subject: '您的手机号码已更改',
      text: '您的账户已绑定或更换手机号码。如非本人操作，请立即修改密码并联系客服。',
    },
    en: {
      subject: 'Your phone number was changed',
      text: 'A phone number was added to your account, or your number was replaced. If you didn’t do this, change your password now and contact Support.',
    },
    es: {
      subject: 'Tu teléfono ha cambiado',
      text: 'Se añadió un número de teléfono a tu cuenta o se sustituyó el anterior. Si no fuiste tú, cambia la contraseña ahora y contacta con Soporte.',
    },
    it: {
      subject: 'Il tuo numero di telefono è stato modificato',
      text: 'Al tuo account è stato collegato un numero di telefono, o è stato sostituito quello precedente. Se non sei stato tu, imposta subito una nuova password e contatta l’assistenza.',
    },
    jp: {
      subject: '電話番号が変更されました',
      text: 'アカウントの電話番号が登録または変更されました。お心当たりがない場合は、すぐにパスワードを再設定し、サポートにご連絡ください。',
    },
    ko: {
      subject: '전화번호가 변경되었습니다',
      text: '계정에 전화번호가 등록되었거나 변경되었습니다. 본인이 아니라면 지금 비밀번호를 재설정하고 고객센터에 문의하세요.',
    },
    pt: {
      subject: 'Seu telefone foi alterado',
      text: 'Um número de telefone foi adicionado à sua conta ou substituído. Se não foi você, defina uma nova senha agora e fale com o suporte.',
    },
    hk: {
      subject: '你的電話號碼已更改',
      text: '你的帳戶已綁定或更換電話號碼。如非你本人操作，請立即更改密碼並聯絡客戶服務。',
    },
    vn: {
      subject: 'Số điện thoại của bạn đã thay đổi',
      text: 'Một số điện thoại đã được liên kết với tài khoản của bạn hoặc được thay thế. Nếu không phải bạn, hãy đặt mật khẩu mới ngay và liên hệ bộ phận hỗ trợ.',
    },
  }),
  factor_changed: notice('security', {
    zh: {
      subject: '您的双重验证已更改',
      text: '您账户的身份验证器、通行密钥或恢复码已添加、更换、移除或使用，提币可能暂停 24 小时。如非本人操作，请立即修改密码并联系客服。',
    },
    en: {
      subject: 'Your two-factor authentication was changed',
      text: 'An authenticator app, passkey or recovery code on your account was added, replaced, removed or used. Withdrawals may be on hold for 24 hours. If you didn’t do this, change your password now and contact Support.',
    },
    es: {
      subject: 'Tu verificación en dos pasos ha cambiado',
      text: 'Se añadió, sustituyó, quitó o usó una app de autenticación, una llave de acceso o un código de recuperación de tu cuenta. Los retiros pueden quedar en pausa 24 horas. Si no fuiste tú, cambia la contraseña ahora y contacta con Soporte.',
    },
    it: {
      subject: 'La tua autenticazione a due fattori è stata modificata',
      text: 'Un’app di autenticazione, una passkey o un codice di recupero del tuo account è stato aggiunto, sostituito, rimosso o usato. I prelievi possono restare in pausa per 24 ore. Se non sei stato tu, imposta subito una nuova password e contatta l’assistenza.',
    },
    jp: {
      subject: '二段階認証が変更されました',
      text: 'アカウントの認証アプリ、パスキー、またはリカバリーコードが追加、変更、削除または使用されました。出金が24時間保留されることがあります。お心当たりがない場合は、すぐにパスワードを再設定し、サポートにご連絡ください。',
    },
    ko: {
      subject: '2단계 인증이 변경되었습니다',
      text: '계정의 OTP 앱, 패스키 또는 복구 코드가 추가, 변경, 삭제되거나 사용되었습니다. 출금이 24시간 동안 보류될 수 있습니다. 본인이 아니라면 지금 비밀번호를 재설정하고 고객센터에 문의하세요.',
    },
    pt: {
      subject: 'Sua verificação em duas etapas foi alterada',
      text: 'Um app autenticador, uma chave de acesso ou um código de recuperação da sua conta foi adicionado, substituído, removido ou usado. Os saques podem ficar retidos por 24 horas. Se não foi você, defina uma nova senha agora e fale com o suporte.',
    },
    hk: {
      subject: '你的雙重認證已更改',
      text: '你帳戶的驗證器、通行密鑰或復原碼已新增、更換、移除或使用，提款可能暫停 24 小時。如非你本人操作，請立即更改密碼並聯絡客戶服務。',
    },
    vn: {
      subject: 'Xác thực hai lớp của bạn đã thay đổi',
      text: 'Ứng dụng xác thực, khóa truy cập hoặc mã khôi phục của tài khoản đã được thêm, thay thế, gỡ bỏ hoặc sử dụng. Việc rút tiền có thể bị tạm giữ 24 giờ. Nếu không phải bạn, hãy đặt mật khẩu mới ngay và liên hệ bộ phận hỗ trợ.',
    },
  }),
  trading_password_changed: notice('security', {
    zh: {
      subject: '您的交易密码已更改',
      text: '您账户的交易密码已设置或修改；如为修改，提币将暂停 24 小时。如非本人操作，请立即修改密码并联系客服。',
    },
    en: {
      subject: 'Your trading PIN was changed',
      text: 'The trading PIN for your account was set or changed. After a change, withdrawals are on hold for 24 hours. If you didn’t do this, change your password now and contact Support.',
    },
    es: {
      subject: 'Tu PIN de operaciones ha cambiado',
      text: 'Se creó o cambió el PIN de operaciones de tu cuenta. Tras un cambio, los retiros quedan en pausa 24 horas. Si no fuiste tú, cambia la contraseña ahora y contacta con Soporte.',
    },
    it: {
      subject: 'Il tuo PIN di trading è stato modificato',
      text: 'Il PIN di trading del tuo account è stato impostato o modificato. Dopo una modifica i prelievi restano in pausa per 24 ore. Se non sei stato tu, imposta subito una nuova password di accesso e contatta l’assistenza.',
    },
    jp: {
      subject: '取引パスワードが変更されました',
      text: 'アカウントの取引パスワードが設定または変更されました。変更の場合、出金は24時間保留されます。お心当たりがない場合は、すぐにログインパスワードを再設定し、サポートにご連絡ください。',
    },
    ko: {
      subject: '거래 비밀번호가 변경되었습니다',
      text: '계정의 거래 비밀번호가 설정되었거나 변경되었습니다. 변경한 경우 출금은 24시간 동안 보류됩니다. 본인이 아니라면 지금 로그인 비밀번호를 재설정하고 고객센터에 문의하세요.',
    },
    pt: {
      subject: 'Seu PIN de negociação foi alterado',
      text: 'O PIN de negociação da sua conta foi definido ou alterado. Após uma alteração, os saques ficam retidos por 24 horas. Se não foi você, defina uma nova senha agora e fale com o suporte.',
    },
    hk: {
      subject: '你的交易密碼已更改',
      text: '你帳戶的交易密碼已設定或更改；如屬更改，提款將暫停 24 小時。如非你本人操作，請立即更改登入密碼並聯絡客戶服務。',
    },
    vn: {
      subject: 'Mã PIN giao dịch của bạn đã thay đổi',
      text: 'Mã PIN giao dịch của tài khoản đã được đặt hoặc thay đổi. Sau khi thay đổi, việc rút tiền bị tạm giữ 24 giờ. Nếu không phải bạn, hãy đặt mật khẩu đăng nhập mới ngay và liên hệ bộ phận hỗ trợ.',
    },
  }),
};
