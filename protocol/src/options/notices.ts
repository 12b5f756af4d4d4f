/** What customers are told of short options. */
import { notice } from '../notices/notice.ts';

export const optionsNotices = {
  /** Names symbol, amount (the stake), currency. */
  option_voided: notice('options', {
    zh: {
      subject: '一笔期权已作废',
      text: '决定您 {symbol} 期权结果的时刻没有价格，因此该期权作废，{amount} {currency} 的本金已全额退回。原因见应用中的该笔期权。',
    },
    en: {
      subject: 'An option is void',
      text: 'There was no price at a moment that decides your option on {symbol}, so it is void. The stake of {amount} {currency} is back in full. The ticket in the app says why.',
    },
    es: {
      subject: 'Una opción es nula',
      text: 'No hubo precio en un momento que decide tu opción sobre {symbol}, así que es nula. El importe de {amount} {currency} ha vuelto completo. La opción en la app dice por qué.',
    },
    it: {
      subject: 'Un’opzione è nulla',
      text: 'Non c’era un prezzo in un momento che decide la tua opzione su {symbol}, quindi è nulla. La puntata di {amount} {currency} è tornata per intero. L’opzione nell’app dice perché.',
    },
    jp: {
      subject: 'オプションが無効になりました',
      text: '{symbol} のオプションの結果を決める時点に価格がなかったため、無効になりました。{amount} {currency} の掛け金は全額戻っています。理由はアプリのこのオプションの画面にあります。',
    },
    ko: {
      subject: '옵션이 무효가 되었습니다',
      text: '{symbol} 옵션의 결과를 정하는 순간에 가격이 없어 무효가 되었습니다. {amount} {currency}의 원금은 전액 돌아왔습니다. 이유는 앱의 해당 옵션에 있습니다.',
    },
    pt: {
      subject: 'Uma opção foi anulada',
      text: 'Não havia preço em um momento que decide a sua opção em {symbol}, por isso ela foi anulada. O valor de {amount} {currency} voltou por inteiro. A opção no app diz o motivo.',
    },
    hk: {
      subject: '一張期權已作廢',
      text: '決定你 {symbol} 期權結果的一刻沒有價格，因此該期權作廢，{amount} {currency} 本金已全數退回。原因載於應用程式內該張期權。',
    },
    vn: {
      subject: 'Một quyền chọn bị hủy',
      text: 'Không có giá ở thời điểm quyết định quyền chọn {symbol} của bạn, nên quyền chọn bị hủy. Tiền đặt {amount} {currency} đã được hoàn đủ. Lý do có ở quyền chọn đó trong ứng dụng.',
    },
  }),
};
