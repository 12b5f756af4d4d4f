/** What customers are told of price alerts. */
import { notice } from '../notices/notice.ts';

export const priceAlertsNotices = {
  /** Names symbol, level, price, entry (of the tape), reached_at. */
  price_alert: notice('price_alerts', {
    zh: {
      subject: '已到达您关注的价格',
      text: '{symbol} 已到达 {level}：{reached_at} 的价格为 {price}，见价格记录第 {entry} 条。此提醒已用完，您可以在应用中再设一个。',
    },
    en: {
      subject: 'A price you wait for was reached',
      text: '{symbol} has reached {level}: it was {price} at {reached_at}, in entry {entry} of the price tape. This alert is used up; you can set another one in the app.',
    },
    es: {
      subject: 'Se alcanzó un precio que esperabas',
      text: '{symbol} ha alcanzado {level}: estaba a {price} el {reached_at}, en la entrada {entry} del registro de precios. Esta alerta ya se usó; puedes poner otra en la app.',
    },
    it: {
      subject: 'Raggiunto un prezzo che aspettavi',
      text: '{symbol} ha raggiunto {level}: era a {price} il {reached_at}, nella voce {entry} del registro dei prezzi. Questo avviso è stato usato; puoi impostarne un altro nell’app.',
    },
    jp: {
      subject: 'お待ちの価格に届きました',
      text: '{symbol} が {level} に届きました。{reached_at} の価格は {price}、価格記録の {entry} 番です。このアラートは終了しました。アプリで新しく設定できます。',
    },
    ko: {
      subject: '기다리던 가격에 도달했습니다',
      text: '{symbol} 가격이 {level}에 도달했습니다. {reached_at}에 {price}였고, 가격 기록의 {entry}번 항목입니다. 이 알림은 끝났으며 앱에서 새로 설정할 수 있습니다.',
    },
    pt: {
      subject: 'Um preço que você espera foi atingido',
      text: '{symbol} atingiu {level}: estava a {price} em {reached_at}, na entrada {entry} do registro de preços. Este alerta já foi usado; você pode definir outro no app.',
    },
    hk: {
      subject: '已到達你留意的價格',
      text: '{symbol} 已到達 {level}：{reached_at} 的價格為 {price}，見價格紀錄第 {entry} 條。此提示已用完，你可於應用程式再設定一個。',
    },
    vn: {
      subject: 'Đã chạm mức giá bạn chờ',
      text: '{symbol} đã chạm {level}: giá là {price} lúc {reached_at}, ở mục {entry} của sổ giá. Cảnh báo này đã dùng xong; bạn có thể đặt cảnh báo khác trong ứng dụng.',
    },
  }),
};
