/** Messages to customers about fixed-time options. */
import { notice } from '../notices/notice.ts';

export const optionsNotices = {
  /** Params: symbol, amount (the stake), currency. */
  option_voided: notice('options', {
    zh: {
      subject: '一笔期权已作废',
      text: '决定您 {symbol} 期权结果的时刻没有价格，因此该期权作废，投入金额 {amount} {currency} 已全额退回。原因见应用中的该笔期权。',
    },
    en: {
      subject: 'Your option was voided',
      text: 'There was no price at the start or end of your {symbol} option, so we voided it. We’ve refunded your full stake of {amount} {currency}. You can see why in the app, under Options.',
    },
    es: {
      subject: 'Opción anulada',
      text: 'No hubo precio en un momento decisivo de tu opción sobre {symbol}, así que la anulamos. Te devolvimos el importe completo de {amount} {currency}. Consulta el motivo en la opción, en la app.',
    },
    it: {
      subject: 'Opzione annullata',
      text: 'Non c’era un prezzo in un momento decisivo della tua opzione su {symbol}, quindi l’abbiamo annullata. Ti abbiamo restituito per intero l’importo di {amount} {currency}. Il motivo è nell’opzione, nell’app.',
    },
    jp: {
      subject: 'オプションが無効になりました',
      text: '{symbol} のオプションは、結果を決める時点の価格がなかったため無効になりました。投資額 {amount} {currency} は全額戻っています。理由はアプリのオプションの明細でご確認いただけます。',
    },
    ko: {
      subject: '옵션이 무효 처리되었습니다',
      text: '{symbol} 옵션의 결과를 정하는 시점에 가격이 없어 무효 처리되었습니다. 투자금 {amount} {currency}은(는) 전액 돌려드렸습니다. 이유는 앱의 옵션 내역에서 확인할 수 있습니다.',
    },
    pt: {
      subject: 'Uma opção foi anulada',
      text: 'Faltou preço em um momento que decide sua opção em {symbol}. Por isso, ela foi anulada. Devolvemos o valor inteiro, {amount} {currency}. O motivo está na opção, no app.',
    },
    hk: {
      subject: '一張期權已作廢',
      text: '決定你 {symbol} 期權結果的一刻沒有價格，因此該期權作廢，投入金額 {amount} {currency} 已全數退回。原因載於應用程式內該張期權。',
    },
    vn: {
      subject: 'Một quyền chọn vô hiệu',
      text: 'Không có giá ở thời điểm quyết định quyền chọn {symbol} của bạn, nên quyền chọn vô hiệu. Số tiền đặt {amount} {currency} đã được hoàn đủ. Lý do có ở quyền chọn đó trong ứng dụng.',
    },
  }),
};
