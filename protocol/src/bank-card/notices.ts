/** What customers are told of the bank card. */
import { notice } from '../notices/notice.ts';

export const bankCardNotices = {
  bank_card_changed: notice('security', {
    zh: {
      subject: '您的银行卡已更改',
      text: '您的账户已绑定或更换银行卡；如为更换，提币将暂停 24 小时。如非本人操作，请立即重设密码并联系客服。',
    },
    en: {
      subject: 'Your bank card was changed',
      text: 'A bank card was bound to your account, or replaced. After a replacement withdrawals are held for 24 hours. If it was not you, set a new password now and contact customer service.',
    },
    es: {
      subject: 'Tu tarjeta bancaria ha cambiado',
      text: 'Se vinculó una tarjeta bancaria a tu cuenta o se sustituyó la que tenías. Tras una sustitución, los retiros quedan retenidos 24 horas. Si no fuiste tú, cambia la contraseña ahora y contacta con atención al cliente.',
    },
    it: {
      subject: 'La tua carta bancaria è stata modificata',
      text: 'Al tuo account è stata collegata una carta bancaria, o quella precedente è stata sostituita. Dopo una sostituzione i prelievi sono sospesi per 24 ore. Se non sei stato tu, imposta subito una nuova password e contatta il servizio clienti.',
    },
    jp: {
      subject: '銀行カードが変更されました',
      text: 'アカウントに銀行カードが登録されたか、変更されました。変更の場合、出金は24時間停止されます。お心当たりがない場合は、すぐにパスワードを再設定し、カスタマーサービスにお問い合わせください。',
    },
    ko: {
      subject: '은행 카드가 변경되었습니다',
      text: '계정에 은행 카드가 등록되었거나 변경되었습니다. 변경한 경우 출금은 24시간 동안 보류됩니다. 본인이 아니라면 지금 비밀번호를 재설정하고 고객센터에 문의하세요.',
    },
    pt: {
      subject: 'Seu cartão bancário foi alterado',
      text: 'Um cartão bancário foi vinculado à sua conta ou substituído. Após uma substituição, os saques ficam retidos por 24 horas. Se não foi você, defina uma nova senha agora e fale com o atendimento.',
    },
    hk: {
      subject: '你的銀行卡已更改',
      text: '你的帳戶已綁定或更換銀行卡；如屬更換，提幣將暫停 24 小時。如非你本人操作，請立即重設密碼並聯絡客戶服務。',
    },
    vn: {
      subject: 'Thẻ ngân hàng của bạn đã được thay đổi',
      text: 'Một thẻ ngân hàng đã được liên kết với tài khoản của bạn hoặc được thay thế. Sau khi thay thế, việc rút tiền bị tạm giữ 24 giờ. Nếu không phải bạn, hãy đặt mật khẩu mới ngay và liên hệ bộ phận hỗ trợ khách hàng.',
    },
  }),
};
