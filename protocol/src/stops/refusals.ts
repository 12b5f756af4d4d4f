/** Refusals during an emergency stop, with their texts. */
import { refusal } from '../refusals.ts';

export const stopsRefusals = {
  opening_stopped: refusal(503, {
    zh: '新交易已紧急暂停，最迟至 {until}。您仍可撤单、平仓和卖出。',
    en: 'We’ve stopped new trades here until {until} at the latest. You can still cancel orders, close positions and sell.',
    es: 'Hemos detenido aquí las operaciones nuevas hasta el {until} como máximo. Aún puedes cancelar órdenes, cerrar posiciones y vender.',
    it: 'Qui abbiamo fermato le nuove operazioni al più tardi fino al {until}. Puoi comunque annullare ordini, chiudere posizioni e vendere.',
    jp: 'ここでの新規取引を緊急停止しています（最長{until}まで）。注文の取消、ポジションの決済、売却は引き続き行えます。',
    ko: '여기서는 신규 거래가 늦어도 {until}까지 긴급 중지되었습니다. 주문 취소, 포지션 청산, 매도는 계속할 수 있습니다.',
    pt: 'Paramos novas operações aqui até {until}, no máximo. Você ainda pode cancelar ordens, fechar posições e vender.',
    hk: '新交易已緊急暫停，最遲至 {until}。你仍可取消訂單、平倉及賣出。',
    vn: 'Chúng tôi đã dừng giao dịch mới tại đây, chậm nhất đến {until}. Bạn vẫn có thể hủy lệnh, đóng vị thế và bán.',
  }),
  payouts_stopped: refusal(503, {
    zh: '提币付款已紧急暂停，最迟至 {until}。请届时再批准。',
    en: 'Payouts are stopped until {until} at the latest. Approve this withdrawal then.',
    es: 'Los pagos de retiros están detenidos hasta el {until} como máximo. Aprueba este retiro entonces.',
    it: 'I pagamenti dei prelievi sono fermi al più tardi fino al {until}. Approva allora questo prelievo.',
    jp: '出金の支払いを緊急停止しています（最長{until}まで）。その後に承認してください。',
    ko: '출금 지급이 늦어도 {until}까지 긴급 중지되었습니다. 그 후에 승인하세요.',
    pt: 'Os pagamentos de saques estão parados até {until}, no máximo. Aprove este saque depois.',
    hk: '提款付款已緊急暫停，最遲至 {until}。請屆時再批准。',
    vn: 'Việc chi trả đã dừng, chậm nhất đến {until}. Hãy duyệt khoản rút này khi đó.',
  }),
};
