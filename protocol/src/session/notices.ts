/** Messages to customers about passwords. */
import { notice } from '../notices/notice.ts';

export const sessionNotices = {
  password_changed: notice('security', {
    zh: {
      subject: '您的密码已修改',
      text: '您账户的密码已修改，其他设备均已退出登录，提币将暂停 24 小时。如非本人操作，请立即重置密码并联系客服。',
    },
    en: {
      subject: 'Your password was changed',
      text: 'The password for your account was changed, and your other devices were logged out. Withdrawals are on hold for 24 hours. If you didn’t do this, set a new password now and contact Support.',
    },
    es: {
      subject: 'Tu contraseña ha cambiado',
      text: 'Se cambió la contraseña de tu cuenta y se cerró la sesión en tus otros dispositivos. Los retiros quedan en pausa 24 horas. Si no fuiste tú, cambia la contraseña ahora y contacta con Soporte.',
    },
    it: {
      subject: 'La tua password è stata modificata',
      text: 'La password del tuo account è stata modificata e gli altri dispositivi sono stati disconnessi. I prelievi restano in pausa per 24 ore. Se non sei stato tu, imposta subito una nuova password e contatta l’assistenza.',
    },
    jp: {
      subject: 'パスワードが変更されました',
      text: 'アカウントのパスワードが変更され、ほかの端末はログアウトされました。出金は24時間保留されます。お心当たりがない場合は、すぐにパスワードを再設定し、サポートにご連絡ください。',
    },
    ko: {
      subject: '비밀번호가 변경되었습니다',
      text: '계정의 비밀번호가 변경되었고 다른 기기는 로그아웃되었습니다. 출금은 24시간 동안 보류됩니다. 본인이 아니라면 지금 비밀번호를 재설정하고 고객센터에 문의하세요.',
    },
    pt: {
      subject: 'Sua senha foi alterada',
      text: 'A senha da sua conta foi alterada e seus outros dispositivos foram desconectados. Os saques ficam retidos por 24 horas. Se não foi você, defina uma nova senha agora e fale com o suporte.',
    },
    hk: {
      subject: '你的密碼已更改',
      text: '你帳戶的密碼已更改，其他裝置均已登出，提款將暫停 24 小時。如非你本人操作，請立即重設密碼並聯絡客戶服務。',
    },
    vn: {
      subject: 'Mật khẩu của bạn đã thay đổi',
      text: 'Mật khẩu tài khoản của bạn đã được thay đổi và các thiết bị khác đã bị đăng xuất. Việc rút tiền bị tạm giữ 24 giờ. Nếu không phải bạn, hãy đặt mật khẩu mới ngay và liên hệ bộ phận hỗ trợ.',
    },
  }),
};
