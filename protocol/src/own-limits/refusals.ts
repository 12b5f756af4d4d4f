/** What limits of one’s own refuse, and how it is said. */
import { refusal } from '../refusals.ts';

export const ownLimitsRefusals = {
  own_limit_reached: refusal(409, {
    zh: '超出您自己设置的限额，剩余 {left} USDT',
    en: 'This goes beyond a limit that you set for yourself: {left} USDT are left. Enter a smaller amount or wait for the next period.',
    es: 'Esto supera un límite que te pusiste: quedan {left} USDT. Introduce un importe menor o espera al próximo periodo.',
    it: 'Supera un limite che ti sei dato: restano {left} USDT. Inserisci un importo minore o attendi il prossimo periodo.',
    jp: 'ご自身で決めた上限を超えます。残りは{left} USDTです。金額を減らすか、次の期間までお待ちください。',
    ko: '직접 정한 한도를 넘습니다. 남은 금액은 {left} USDT입니다. 더 적은 금액을 입력하거나 다음 기간을 기다리세요.',
    pt: 'Isto passa de um limite que você definiu: restam {left} USDT. Informe um valor menor ou espere o próximo período.',
    hk: '超出你為自己設定的限額，尚餘 {left} USDT。請輸入較小的金額，或等待下一期。',
    vn: 'Vượt quá hạn mức bạn tự đặt: còn {left} USDT. Hãy nhập số tiền nhỏ hơn hoặc đợi kỳ sau.',
  }),
  timed_out: refusal(403, {
    zh: '您已暂停交易，至 {until}',
    en: 'You have paused trading until {until}. Closing and withdrawing stay possible.',
    es: 'Has puesto tus operaciones en pausa hasta {until}. Cerrar y retirar sigue siendo posible.',
    it: 'Hai messo in pausa il trading fino a {until}. Chiudere e prelevare resta possibile.',
    jp: '{until}まで取引を休止しています。決済と出金はできます。',
    ko: '{until}까지 거래를 쉬기로 했습니다. 청산과 출금은 할 수 있습니다.',
    pt: 'Você pausou a negociação até {until}. Fechar e sacar continua possível.',
    hk: '你已暫停交易至 {until}，期間仍可平倉及提款。',
    vn: 'Bạn đã tạm dừng giao dịch đến {until}. Vẫn có thể đóng lệnh và rút tiền.',
  }),
  self_excluded: refusal(403, {
    zh: '您已自我禁止交易，至 {until}',
    en: 'You have excluded yourself from trading until {until}. Closing and withdrawing stay possible.',
    es: 'Te has autoexcluido de operar hasta {until}. Cerrar y retirar sigue siendo posible.',
    it: 'Ti sei autoescluso dal trading fino a {until}. Chiudere e prelevare resta possibile.',
    jp: '{until}までご自身で取引を禁止しています。決済と出金はできます。',
    ko: '{until}까지 스스로 거래를 금지했습니다. 청산과 출금은 할 수 있습니다.',
    pt: 'Você se autoexcluiu da negociação até {until}. Fechar e sacar continua possível.',
    hk: '你已自行禁止交易至 {until}，期間仍可平倉及提款。',
    vn: 'Bạn đã tự cấm mình giao dịch đến {until}. Vẫn có thể đóng lệnh và rút tiền.',
  }),
};
