/** Messages to customers about customer service chat. */
import { notice } from '../notices/notice.ts';

export const chatNotices = {
  chat_waiting: notice('service', {
    zh: {
      subject: '客服回复了您',
      text: '客服给您发来了消息，请在应用的“在线客服”中查看。',
    },
    en: {
      subject: 'New message from Support',
      text: 'Support has sent you a message. You can read it in the app, under Support.',
    },
    es: {
      subject: 'Soporte te respondió',
      text: 'Soporte te envió un mensaje. Puedes leerlo en la app, en Soporte.',
    },
    it: {
      subject: 'Nuovo messaggio dall’assistenza',
      text: 'L’assistenza ti ha scritto. Trovi il messaggio nell’app, in Assistenza.',
    },
    jp: {
      subject: 'サポートからメッセージが届いています',
      text: 'サポートからメッセージをお送りしました。アプリの「サポート」でご確認ください。',
    },
    ko: {
      subject: '고객센터에서 보낸 메시지가 있습니다',
      text: '고객센터에서 메시지를 보냈습니다. 앱의 ‘고객센터’에서 확인하세요.',
    },
    pt: {
      subject: 'O suporte respondeu',
      text: 'O suporte enviou uma mensagem a você. Leia no app, em Suporte.',
    },
    hk: {
      subject: '客戶服務回覆了你',
      text: '客戶服務向你傳送了訊息，請於應用程式的「客戶服務」內查看。',
    },
    vn: {
      subject: 'Tin nhắn mới từ bộ phận hỗ trợ',
      text: 'Bộ phận hỗ trợ đã gửi tin nhắn cho bạn. Xem trong ứng dụng, ở mục Hỗ trợ.',
    },
  }),
};
