/** Messages to customers about API keys. */
import { notice } from '../notices/notice.ts';

export const apiKeysNotices = {
  /** Params: name. The topic is `security`, so that a thief with a session can't mute it. */
  api_key_made: notice('security', {
    zh: {
      subject: '您的账户新增了 API 密钥',
      text: '您的账户新增了 API 密钥“{name}”。如果不是您本人操作，请立即在应用的“API 密钥”中撤销，并修改密码。',
    },
    en: {
      subject: 'New API key on your account',
      text: 'The API key “{name}” was added to your account. If this wasn’t you, revoke it in the app under API keys and change your password.',
    },
    es: {
      subject: 'Nueva clave de API en tu cuenta',
      text: 'Se añadió la clave de API «{name}» a tu cuenta. Si no fuiste tú, revócala en la app, en Claves de API, y cambia tu contraseña.',
    },
    it: {
      subject: 'Nuova chiave API sul tuo account',
      text: 'La chiave API «{name}» è stata aggiunta al tuo account. Se non sei stato tu, revocala nell’app, in Chiavi API, e cambia la password.',
    },
    jp: {
      subject: 'APIキーが追加されました',
      text: 'お客様のアカウントにAPIキー「{name}」が追加されました。お心当たりがない場合は、アプリの「APIキー」で無効化し、パスワードを変更してください。',
    },
    ko: {
      subject: '계정에 API 키가 추가되었습니다',
      text: '계정에 새 API 키(‘{name}’)가 추가되었습니다. 본인이 아니라면 앱의 ‘API 키’에서 폐기하고 비밀번호를 변경하세요.',
    },
    pt: {
      subject: 'Nova chave de API na sua conta',
      text: 'A chave de API “{name}” foi adicionada à sua conta. Se não foi você, revogue-a no app, em Chaves de API, e altere sua senha.',
    },
    hk: {
      subject: '你的帳戶新增了 API 密鑰',
      text: '你的帳戶新增了 API 密鑰「{name}」。如非本人操作，請立即在應用程式的「API 密鑰」撤銷，並更改密碼。',
    },
    vn: {
      subject: 'Tài khoản của bạn có khóa API mới',
      text: 'Khóa API “{name}” đã được thêm vào tài khoản của bạn. Nếu không phải bạn, hãy thu hồi trong ứng dụng, ở mục Khóa API, và đổi mật khẩu.',
    },
  }),
  /** Params: symbol, size, minutes. */
  api_order_waits: notice('api_keys', {
    zh: {
      subject: '有委托等待您确认',
      text: '您的 API 密钥要提交一笔 {symbol} 委托，约 {size} USDT。请在 {minutes} 分钟内到应用的“API 密钥”中确认，否则不会提交。',
    },
    en: {
      subject: 'An order is waiting for you',
      text: 'Your API key wants to place an order for {symbol}, about {size} USDT. Confirm it in the app under API keys within {minutes} minutes, or it won’t be placed.',
    },
    es: {
      subject: 'Una orden espera tu confirmación',
      text: 'Tu clave de API quiere enviar una orden de {symbol} por unos {size} USDT. Confírmala en la app, en Claves de API, en un plazo de {minutes} minutos o no se enviará.',
    },
    it: {
      subject: 'Un ordine attende la tua conferma',
      text: 'La tua chiave API vuole inviare un ordine su {symbol} di circa {size} USDT. Confermalo nell’app, in Chiavi API, entro {minutes} minuti, altrimenti non verrà inviato.',
    },
    jp: {
      subject: '確認待ちの注文があります',
      text: 'APIキーが{symbol}の注文（約{size} USDT）を出そうとしています。{minutes}分以内にアプリの「APIキー」で確認してください。確認がない場合、注文は出されません。',
    },
    ko: {
      subject: '확인을 기다리는 주문이 있습니다',
      text: 'API 키가 {symbol} 주문(약 {size} USDT)을 넣으려고 합니다. {minutes}분 안에 앱의 ‘API 키’에서 확인하지 않으면 주문되지 않습니다.',
    },
    pt: {
      subject: 'Uma ordem espera sua confirmação',
      text: 'Sua chave de API quer enviar uma ordem de {symbol} de cerca de {size} USDT. Confirme no app, em Chaves de API, em até {minutes} minutos, ou ela não será enviada.',
    },
    hk: {
      subject: '有訂單等待你確認',
      text: '你的 API 密鑰要提交一張 {symbol} 訂單，約 {size} USDT。請在 {minutes} 分鐘內到應用程式的「API 密鑰」確認，否則不會提交。',
    },
    vn: {
      subject: 'Có lệnh đang chờ bạn xác nhận',
      text: 'Khóa API của bạn muốn đặt lệnh {symbol}, khoảng {size} USDT. Hãy xác nhận trong ứng dụng, ở mục Khóa API, trong vòng {minutes} phút, nếu không lệnh sẽ không được đặt.',
    },
  }),
};
