/** What customers are told of customer service. */
import { notice } from '../notices/notice.ts';

export const chatNotices = {
  chat_waiting: notice('service', {
    zh: {
      subject: '有一条回复在等您',
      text: '客服已回复您，请在应用的“客服”中查看。',
    },
    en: {
      subject: 'An answer waits for you',
      text: 'Customer service has answered you. The answer waits in the app, under customer service.',
    },
    es: {
      subject: 'Te espera una respuesta',
      text: 'Atención al cliente te ha respondido. La respuesta te espera en la app, en atención al cliente.',
    },
    it: {
      subject: 'Una risposta ti aspetta',
      text: 'Il servizio clienti ti ha risposto. La risposta ti aspetta nell’app, nel servizio clienti.',
    },
    jp: {
      subject: '返信が届いています',
      text: 'カスタマーサービスから返信がありました。アプリの「カスタマーサービス」でご覧ください。',
    },
    ko: {
      subject: '답변이 기다리고 있습니다',
      text: '고객센터에서 답변했습니다. 앱의 고객센터에서 확인하세요.',
    },
    pt: {
      subject: 'Uma resposta espera por você',
      text: 'O atendimento respondeu a você. A resposta está no app, em atendimento.',
    },
    hk: {
      subject: '有一則回覆等你查看',
      text: '客戶服務已回覆你，請於應用程式的「客戶服務」內查看。',
    },
    vn: {
      subject: 'Có câu trả lời đang chờ bạn',
      text: 'Bộ phận hỗ trợ khách hàng đã trả lời bạn. Câu trả lời đang chờ trong ứng dụng, ở mục hỗ trợ khách hàng.',
    },
  }),
};
