/** Messages to customers about leveraged positions. */
import { notice } from '../notices/notice.ts';

export const positionsNotices = {
  /** Params: symbol, share ("75%"). */
  position_warned: notice('margin', {
    zh: {
      subject: '保证金不足预警',
      text: '您 {symbol} 仓位的保证金水平已降至 {share}，降至 50% 时将被强制平仓。您可以在应用中追加保证金、部分平仓或设置止损。',
    },
    en: {
      subject: 'Margin warning',
      text: 'The margin health of your {symbol} position is down to {share}. We’ll liquidate the position if it falls to 50%. You can add margin, close part of the position or set a stop loss in the app.',
    },
    es: {
      subject: 'Aviso de margen',
      text: 'El nivel de margen de tu posición en {symbol} bajó al {share}. Al 50% se liquida. En la app puedes añadir margen, cerrar una parte o poner un stop.',
    },
    it: {
      subject: 'Avviso sul margine',
      text: 'Il livello del margine della tua posizione su {symbol} è sceso al {share}. Al 50% viene liquidata. Nell’app puoi aggiungere margine, chiuderne una parte o impostare uno stop.',
    },
    jp: {
      subject: '証拠金維持率の警告',
      text: '{symbol} のポジションの証拠金維持率が {share} まで下がりました。50% になるとロスカットされます。アプリで証拠金の追加、一部決済、損切りの設定ができます。',
    },
    ko: {
      subject: '증거금 경고',
      text: '{symbol} 포지션의 증거금 비율이 {share}까지 내려갔습니다. 50%가 되면 강제 청산됩니다. 앱에서 증거금을 추가하거나, 일부를 청산하거나, 손절을 설정할 수 있습니다.',
    },
    pt: {
      subject: 'Aviso de margem',
      text: 'A saúde da margem da sua posição em {symbol} caiu para {share}. Em 50%, ela é liquidada. No app, você pode adicionar margem, fechar uma parte ou definir um stop.',
    },
    hk: {
      subject: '保證金不足警示',
      text: '你的 {symbol} 持倉保證金水平已降至 {share}，降至 50% 便會被強制平倉。你可在應用程式追加保證金、部分平倉或設定止蝕。',
    },
    vn: {
      subject: 'Cảnh báo ký quỹ',
      text: 'Mức ký quỹ của vị thế {symbol} còn {share}. Ở mức 50%, vị thế bị thanh lý. Trong ứng dụng bạn có thể thêm ký quỹ, đóng một phần hoặc đặt cắt lỗ.',
    },
  }),
  /** Params: symbol, price. */
  position_closed_out: notice('margin', {
    zh: {
      subject: '您的仓位已被强制平仓',
      text: '您 {symbol} 仓位的保证金水平降至 50%，已按 {price} 强制平仓。凭证在应用的“持仓”中，列明各项数字，您可以在那里验证。',
    },
    en: {
      subject: 'Your position was liquidated',
      text: 'The margin health of your {symbol} position fell to 50%, so we liquidated the position at {price}. You can see and verify every figure on the receipt in the app, under Positions.',
    },
    es: {
      subject: 'Tu posición fue liquidada',
      text: 'El nivel de margen de tu posición en {symbol} bajó al 50% y la posición se liquidó a {price}. El recibo con todas las cifras está en la app, en Posiciones, donde puedes verificarlo.',
    },
    it: {
      subject: 'La tua posizione è stata liquidata',
      text: 'Il livello del margine della tua posizione su {symbol} è sceso al 50% e la posizione è stata liquidata a {price}. La ricevuta con tutte le cifre è nell’app, tra le posizioni, dove puoi verificarla.',
    },
    jp: {
      subject: 'ポジションがロスカットされました',
      text: '{symbol} のポジションの証拠金維持率が 50% まで下がり、{price} でロスカットされました。明細はアプリの「ポジション」にあり、検証もできます。',
    },
    ko: {
      subject: '포지션이 강제 청산되었습니다',
      text: '{symbol} 포지션의 증거금 비율이 50%로 내려가 {price}에 강제 청산되었습니다. 모든 수치는 앱의 ‘포지션’에 있는 체결 내역에서 확인하고 검증할 수 있습니다.',
    },
    pt: {
      subject: 'Sua posição foi liquidada',
      text: 'A saúde da margem da sua posição em {symbol} caiu para 50%, e ela foi liquidada a {price}. O recibo com todos os números está no app, em Posições, onde você pode verificá-lo.',
    },
    hk: {
      subject: '你的持倉已被強制平倉',
      text: '你的 {symbol} 持倉保證金水平降至 50%，已按 {price} 強制平倉。列明各項數字的收據在應用程式的「持倉」內，你可在該處驗證。',
    },
    vn: {
      subject: 'Vị thế của bạn đã bị thanh lý',
      text: 'Mức ký quỹ của vị thế {symbol} giảm còn 50% và vị thế đã bị thanh lý ở {price}. Biên nhận với mọi con số có trong ứng dụng, ở mục Vị thế, nơi bạn có thể xác minh.',
    },
  }),
};
