/** What customers are told of leveraged positions. */
import { notice } from '../notices/notice.ts';

export const positionsNotices = {
  /** Names symbol, share ("75%"). */
  position_warned: notice('margin', {
    zh: {
      subject: '保证金预警',
      text: '您 {symbol} 仓位的保证金水平已降至 {share}，降至 50% 时将被强制平仓。您可以在应用中追加保证金、部分平仓或设置止损。',
    },
    en: {
      subject: 'Margin warning',
      text: 'The margin health of your position in {symbol} is down to {share}. At 50% it is closed out. You can add margin, close a part of it or set a stop in the app.',
    },
    es: {
      subject: 'Aviso de margen',
      text: 'El nivel de margen de tu posición en {symbol} ha bajado al {share}. Al 50% se cierra por fuerza. En la app puedes añadir margen, cerrar una parte o poner un stop.',
    },
    it: {
      subject: 'Avviso sul margine',
      text: 'Il livello del margine della tua posizione su {symbol} è sceso al {share}. Al 50% viene chiusa forzatamente. Nell’app puoi aggiungere margine, chiuderne una parte o impostare uno stop.',
    },
    jp: {
      subject: '証拠金の警告',
      text: '{symbol} のポジションの証拠金維持率が {share} まで下がりました。50% になると強制決済されます。アプリで証拠金の追加、一部決済、損切りの設定ができます。',
    },
    ko: {
      subject: '증거금 경고',
      text: '{symbol} 포지션의 증거금 상태가 {share}까지 내려갔습니다. 50%가 되면 강제 청산됩니다. 앱에서 증거금을 추가하거나 일부를 청산하거나 손절을 설정할 수 있습니다.',
    },
    pt: {
      subject: 'Aviso de margem',
      text: 'A saúde da margem da sua posição em {symbol} caiu para {share}. Em 50% ela é encerrada à força. No app você pode adicionar margem, fechar uma parte ou definir um stop.',
    },
    hk: {
      subject: '保證金警示',
      text: '你的 {symbol} 持倉保證金水平已降至 {share}，降至 50% 便會被強制平倉。你可於應用程式內增加保證金、平掉部分持倉或設定止蝕。',
    },
    vn: {
      subject: 'Cảnh báo ký quỹ',
      text: 'Mức ký quỹ của vị thế {symbol} của bạn còn {share}. Ở mức 50% vị thế bị đóng bắt buộc. Trong ứng dụng bạn có thể thêm ký quỹ, đóng một phần hoặc đặt cắt lỗ.',
    },
  }),
  /** Names symbol, price. */
  position_closed_out: notice('margin', {
    zh: {
      subject: '您的仓位已被强制平仓',
      text: '您 {symbol} 仓位的保证金水平降至 50%，已按 {price} 强制平仓。各项数字的凭证在应用的“持仓”中，您可以在那里核验。',
    },
    en: {
      subject: 'Your position was closed out',
      text: 'The margin health of your position in {symbol} fell to 50%, and it was closed out at {price}. The receipt with every figure is in the app, under positions, where you can verify it.',
    },
    es: {
      subject: 'Tu posición se cerró por fuerza',
      text: 'El nivel de margen de tu posición en {symbol} bajó al 50% y se cerró por fuerza a {price}. El recibo con todas las cifras está en la app, en posiciones, donde puedes verificarlo.',
    },
    it: {
      subject: 'La tua posizione è stata chiusa forzatamente',
      text: 'Il livello del margine della tua posizione su {symbol} è sceso al 50% ed è stata chiusa forzatamente a {price}. La ricevuta con tutte le cifre è nell’app, tra le posizioni, dove puoi verificarla.',
    },
    jp: {
      subject: 'ポジションが強制決済されました',
      text: '{symbol} のポジションの証拠金維持率が 50% に下がり、{price} で強制決済されました。すべての数字を記した明細はアプリの「ポジション」にあり、そこで検証できます。',
    },
    ko: {
      subject: '포지션이 강제 청산되었습니다',
      text: '{symbol} 포지션의 증거금 상태가 50%로 내려가 {price}에 강제 청산되었습니다. 모든 수치가 담긴 내역은 앱의 포지션에 있으며 그곳에서 검증할 수 있습니다.',
    },
    pt: {
      subject: 'Sua posição foi encerrada à força',
      text: 'A saúde da margem da sua posição em {symbol} caiu para 50%, e ela foi encerrada à força a {price}. O recibo com todos os números está no app, em posições, onde você pode verificá-lo.',
    },
    hk: {
      subject: '你的持倉已被強制平倉',
      text: '你的 {symbol} 持倉保證金水平降至 50%，已按 {price} 強制平倉。列明各項數字的憑證在應用程式的「持倉」內，你可在該處核實。',
    },
    vn: {
      subject: 'Vị thế của bạn đã bị đóng bắt buộc',
      text: 'Mức ký quỹ của vị thế {symbol} của bạn giảm còn 50% và vị thế đã bị đóng bắt buộc ở {price}. Biên nhận với mọi con số có trong ứng dụng, ở mục vị thế, nơi bạn có thể xác minh.',
    },
  }),
};
