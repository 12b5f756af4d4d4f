/** Refusals for watchlists, with their texts. */
import { refusal } from '../refusals.ts';

export const watchlistsRefusals = {
  watchlists_changed: refusal(409, {
    zh: '您的自选列表已在另一台设备上更改。现已显示最新内容，请重试。',
    en: 'Your watchlists were changed on another device. You now see the latest version. Try again.',
    es: 'Tus listas se modificaron en otro dispositivo. Ahora ves la versión más reciente. Inténtalo de nuevo.',
    it: 'Le tue liste sono state modificate su un altro dispositivo. Ora vedi la versione più recente. Riprova.',
    jp: 'ウォッチリストが別の端末で変更されました。現在は最新の内容を表示しています。もう一度お試しください。',
    ko: '다른 기기에서 관심 목록이 변경되었습니다. 이제 최신 내용이 표시됩니다. 다시 시도하세요.',
    pt: 'Suas listas foram alteradas em outro dispositivo. Agora você vê a versão mais recente. Tente de novo.',
    hk: '你的自選清單已在另一部裝置上更改。現已顯示最新內容，請重試。',
    vn: 'Danh sách theo dõi của bạn đã được thay đổi trên thiết bị khác. Bạn đang xem bản mới nhất. Hãy thử lại.',
  }),
};
