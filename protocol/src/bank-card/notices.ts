/** Messages to customers about the bank card. */
import { notice } from '../notices/notice.ts';

export const bankCardNotices = {
  bank_card_changed: notice('security', {
    zh: {
      subject: '您的银行账户已更改',
      text: '您的账户已绑定或更换银行账户；如为更换，提币将暂停 24 小时。如非本人操作，请立即修改密码并联系客服。',
    },
    en: {
      subject: 'Your bank account was changed',
      text: 'A bank account was added to your Candor account, or your bank account was replaced. After a replacement, withdrawals are on hold for 24 hours. If you didn’t do this, change your password now and contact Support.',
    },
    es: {
      subject: 'Tu cuenta bancaria ha cambiado',
      text: 'Se vinculó una cuenta bancaria a tu cuenta de Candor o se sustituyó la anterior. Tras una sustitución, los retiros quedan en pausa 24 horas. Si no fuiste tú, cambia la contraseña ahora y contacta con Soporte.',
    },
    it: {
      subject: 'Il tuo conto bancario è stato modificato',
      text: 'Al tuo account è stato collegato un conto bancario, o è stato sostituito quello precedente. Dopo una sostituzione i prelievi restano in pausa per 24 ore. Se non sei stato tu, imposta subito una nuova password e contatta l’assistenza.',
    },
    jp: {
      subject: '銀行口座が変更されました',
      text: 'アカウントの銀行口座が登録または変更されました。変更の場合、出金は24時間保留されます。お心当たりがない場合は、すぐにパスワードを再設定し、サポートにご連絡ください。',
    },
    ko: {
      subject: '은행 계좌가 변경되었습니다',
      text: '계정에 은행 계좌가 등록되었거나 변경되었습니다. 변경한 경우 출금은 24시간 동안 보류됩니다. 본인이 아니라면 지금 비밀번호를 재설정하고 고객센터에 문의하세요.',
    },
    pt: {
      subject: 'Sua conta bancária foi alterada',
      text: 'Uma conta bancária foi vinculada à sua conta da Candor, ou a anterior foi substituída. Após uma substituição, os saques ficam retidos por 24 horas. Se não foi você, defina uma nova senha agora e fale com o suporte.',
    },
    hk: {
      subject: '你的銀行帳戶已更改',
      text: '你的帳戶已綁定或更換銀行帳戶；如屬更換，提款將暫停 24 小時。如非你本人操作，請立即更改密碼並聯絡客戶服務。',
    },
    vn: {
      subject: 'Tài khoản ngân hàng của bạn đã thay đổi',
      text: 'Một tài khoản ngân hàng đã được thêm vào tài khoản Candor của bạn hoặc được thay thế. Sau khi thay thế, việc rút tiền bị tạm giữ 24 giờ. Nếu không phải bạn, hãy đặt mật khẩu mới ngay và liên hệ bộ phận hỗ trợ.',
    },
  }),
};
