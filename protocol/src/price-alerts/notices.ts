/** Messages to customers about price alerts. */
import { notice } from '../notices/notice.ts';

export const priceAlertsNotices = {
  /** Params: symbol, level, price, entry (of the tape), reached_at. */
  price_alert: notice('price_alerts', {
    zh: {
      subject: '价格已到达您设置的价位',
      text: '{symbol} 已到达 {level}：{reached_at} 的价格为 {price}，见价格记录第 {entry} 条。每个提醒只触发一次，您可以在应用中重新设置。',
    },
    en: {
      subject: 'Price alert reached',
      text: '{symbol} has reached {level}. The price was {price} at {reached_at}, in entry {entry} of the price record. This alert has now ended. You can set another one in the app.',
    },
    es: {
      subject: 'Tu alerta de precio se activó',
      text: '{symbol} alcanzó {level}. El precio era {price} el {reached_at}, en la entrada {entry} del registro de precios. Esta alerta ya terminó. Puedes crear otra en la app.',
    },
    it: {
      subject: 'Avviso di prezzo raggiunto',
      text: '{symbol} ha raggiunto {level}: il prezzo era {price} il {reached_at}, nella voce {entry} del registro dei prezzi. Questo avviso è terminato. Puoi impostarne un altro nell’app.',
    },
    jp: {
      subject: '設定した価格に到達しました',
      text: '{symbol}が{level}に到達しました。{reached_at}の価格は{price}（価格記録の項目 {entry}）です。この価格アラートは終了しました。アプリで新しく設定できます。',
    },
    ko: {
      subject: '설정한 가격에 도달했습니다',
      text: '{symbol} 가격이 {level}에 도달했습니다. {reached_at}의 가격은 {price}이며, 가격 기록 {entry}번 항목입니다. 이 알림은 종료되었습니다. 앱에서 새로 설정할 수 있습니다.',
    },
    pt: {
      subject: 'Seu alerta de preço foi atingido',
      text: '{symbol} atingiu {level}. O preço era {price} em {reached_at}, na entrada {entry} do registro de preços. Este alerta terminou. Você pode criar outro no app.',
    },
    hk: {
      subject: '價格已到達你設定的價位',
      text: '{symbol} 已到達 {level}：{reached_at} 的價格為 {price}，見價格紀錄第 {entry} 條。每個提示只觸發一次，你可在應用程式重新設定。',
    },
    vn: {
      subject: 'Giá đã chạm mức cảnh báo của bạn',
      text: '{symbol} đã chạm {level}: giá là {price} lúc {reached_at}, ở mục {entry} của bản ghi giá. Cảnh báo này đã kết thúc. Bạn có thể đặt cảnh báo khác trong ứng dụng.',
    },
  }),
};
