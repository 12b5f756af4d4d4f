/** Messages to customers about webhooks. */
import { notice } from '../notices/notice.ts';

export const webhooksNotices = {
  /** Params: host. */
  webhook_made: notice('api_keys', {
    zh: {
      subject: '您的账户新增了 Webhook',
      text: '您的账户事件将发送到 {host}。如果不是您本人操作，请立即在应用的“Webhook”中删除，并修改密码。',
    },
    en: {
      subject: 'New webhook on your account',
      text: 'We’ll send events on your account to {host}. If you didn’t set this up, delete it in the app under Webhooks and change your password.',
    },
    es: {
      subject: 'Nuevo webhook en tu cuenta',
      text: 'Enviaremos a {host} los eventos de tu cuenta. Si no fuiste tú, elimínalo en la app, en Webhooks, y cambia tu contraseña.',
    },
    it: {
      subject: 'Nuovo webhook sul tuo account',
      text: 'Invieremo a {host} gli eventi del tuo account. Se non sei stato tu, eliminalo nell’app, in Webhook, e cambia la password.',
    },
    jp: {
      subject: 'Webhookが追加されました',
      text: 'お客様のアカウントのイベントを{host}に送信します。お心当たりがない場合は、アプリの「Webhook」で削除し、パスワードを変更してください。',
    },
    ko: {
      subject: '계정에 웹훅이 추가되었습니다',
      text: '계정의 이벤트를 {host} 주소로 보냅니다. 본인이 아니라면 앱의 ‘웹훅’에서 삭제하고 비밀번호를 변경하세요.',
    },
    pt: {
      subject: 'Novo webhook na sua conta',
      text: 'Enviaremos a {host} os eventos da sua conta. Se não foi você, exclua-o no app, em Webhooks, e altere sua senha.',
    },
    hk: {
      subject: '你的帳戶新增了 Webhook',
      text: '你的帳戶事件將發送到 {host}。如非本人操作，請立即在應用程式的「Webhook」刪除，並更改密碼。',
    },
    vn: {
      subject: 'Tài khoản của bạn có webhook mới',
      text: 'Chúng tôi sẽ gửi các sự kiện của tài khoản đến {host}. Nếu không phải bạn, hãy xóa trong ứng dụng, ở mục Webhook, và đổi mật khẩu.',
    },
  }),
  /** Params: host. */
  webhook_stopped: notice('api_keys', {
    zh: {
      subject: '您的 Webhook 已停用',
      text: '{host} 一直没有正常响应，我们已停止发送事件。请修复接收程序，再到应用的“Webhook”中重新启用。未送达的事件可从那里再次发送。',
    },
    en: {
      subject: 'Your webhook was turned off',
      text: '{host} didn’t accept our deliveries, so we’ve stopped sending events there. Fix the receiver, then turn the webhook on again in the app under Webhooks. You can send missed events again from there.',
    },
    es: {
      subject: 'Tu webhook se desactivó',
      text: '{host} no aceptó nuestras entregas, así que dejamos de enviar eventos allí. Corrige el receptor y vuelve a activar el webhook en la app, en Webhooks. Desde allí puedes reenviar los eventos perdidos.',
    },
    it: {
      subject: 'Il tuo webhook è stato disattivato',
      text: '{host} non ha accettato le nostre consegne, quindi non inviamo più eventi. Correggi il programma ricevente e riattiva il webhook nell’app, in Webhook. Da lì puoi inviare di nuovo gli eventi mancanti.',
    },
    jp: {
      subject: 'Webhookがオフになりました',
      text: '{host}が配信を受け付けなかったため、イベントの送信を停止しました。受信側を修正し、アプリの「Webhook」で再びオンにしてください。届かなかったイベントはそこから再送できます。',
    },
    ko: {
      subject: '웹훅이 꺼졌습니다',
      text: '{host} 주소에서 이벤트를 받지 않아 전송을 중단했습니다. 수신 프로그램을 수정한 뒤 앱의 ‘웹훅’에서 다시 켜세요. 놓친 이벤트는 그곳에서 다시 보낼 수 있습니다.',
    },
    pt: {
      subject: 'Seu webhook foi desativado',
      text: '{host} não aceitou nossas entregas, por isso paramos de enviar eventos. Corrija o programa receptor e ative o webhook de novo no app, em Webhooks. De lá você pode reenviar os eventos perdidos.',
    },
    hk: {
      subject: '你的 Webhook 已停用',
      text: '{host} 一直未有正常回應，我們已停止發送事件。請修正接收程式，再到應用程式的「Webhook」重新啟用。未送達的事件可在該處再次發送。',
    },
    vn: {
      subject: 'Webhook của bạn đã bị tắt',
      text: '{host} không tiếp nhận các sự kiện của chúng tôi, nên chúng tôi đã ngừng gửi sự kiện. Hãy sửa phía nhận rồi bật lại webhook trong ứng dụng, ở mục Webhook. Tại đó, bạn có thể gửi lại những sự kiện bị lỡ.',
    },
  }),
};
