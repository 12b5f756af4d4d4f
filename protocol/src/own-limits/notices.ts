/** Messages to customers about self-imposed limits. */
import { notice } from '../notices/notice.ts';

export const ownLimitsNotices = {
  limits_changed: notice('account', {
    zh: {
      subject: '您的自设限额已更改',
      text: '您账户的限额或暂停期已设置或更改。收紧立即生效，放宽 24 小时后生效。如非本人操作，请立即修改密码并联系客服。',
    },
    en: {
      subject: 'Your limits were changed',
      text: 'A limit or a pause on your account was set or changed. Tighter limits take effect immediately, looser ones after 24 hours. If you didn’t do this, change your password now and contact Support.',
    },
    es: {
      subject: 'Tus límites han cambiado',
      text: 'Se creó o cambió un límite o una pausa de tu cuenta. Los límites más estrictos se aplican de inmediato; los más amplios, a las 24 horas. Si no fuiste tú, cambia la contraseña ahora y contacta con Soporte.',
    },
    it: {
      subject: 'I tuoi limiti sono cambiati',
      text: 'Nel tuo account è stato impostato o modificato un limite o una pausa. I limiti più stretti valgono subito, quelli più ampi dopo 24 ore. Se non sei stato tu, imposta subito una nuova password e contatta l’assistenza.',
    },
    jp: {
      subject: '利用上限が変更されました',
      text: 'アカウントの利用上限または休止期間が設定または変更されました。厳しくする変更はすぐに、緩める変更は24時間後に有効になります。お心当たりがない場合は、すぐにパスワードを再設定し、サポートにご連絡ください。',
    },
    ko: {
      subject: '내 한도가 변경되었습니다',
      text: '계정의 한도나 거래 중단 기간이 설정되거나 변경되었습니다. 한도를 줄이면 바로, 늘리면 24시간 후에 적용됩니다. 본인이 아니라면 지금 비밀번호를 재설정하고 고객센터에 문의하세요.',
    },
    pt: {
      subject: 'Seus limites foram alterados',
      text: 'Um limite ou uma pausa da sua conta foi definido ou alterado. Reduzir um limite vale na hora; aumentar, após 24 horas. Se não foi você, defina uma nova senha agora e fale com o suporte.',
    },
    hk: {
      subject: '你的自訂限額已更改',
      text: '你帳戶的限額或暫停期已設定或更改。收緊即時生效，放寬 24 小時後生效。如非你本人操作，請立即更改密碼並聯絡客戶服務。',
    },
    vn: {
      subject: 'Hạn mức của bạn đã thay đổi',
      text: 'Một hạn mức hoặc thời gian tạm nghỉ của tài khoản đã được đặt hoặc thay đổi. Siết hạn mức có hiệu lực ngay, nới hạn mức có hiệu lực sau 24 giờ. Nếu không phải bạn, hãy đặt mật khẩu mới ngay và liên hệ bộ phận hỗ trợ.',
    },
  }),
};
