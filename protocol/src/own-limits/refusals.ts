/** Refusals for self-imposed limits, with their texts. */
import { refusal } from '../refusals.ts';

export const ownLimitsRefusals = {
  own_limit_reached: refusal(409, {
    zh: '超出您自己设置的限额，剩余 {left} USDT，请减少金额或等待下一周期',
    en: 'This would exceed a limit you’ve set. You have {left} USDT left. Enter a smaller amount or wait for the next period.',
    es: 'Esto supera un límite que te pusiste. Te quedan {left} USDT. Introduce un importe menor o espera al próximo periodo.',
    it: 'Così superi un limite che ti sei imposto: ti restano {left} USDT. Inserisci un importo minore o attendi il prossimo periodo.',
    jp: 'ご自身で設定した利用上限を超えます。残りは{left} USDTです。金額を減らすか、次の期間までお待ちください。',
    ko: '직접 정한 한도를 넘습니다. 남은 한도는 {left} USDT입니다. 금액을 줄이거나 다음 기간까지 기다리세요.',
    pt: 'Isto passa de um limite que você definiu. Restam {left} USDT. Informe um valor menor ou espere o próximo período.',
    hk: '超出你為自己設定的限額，尚餘 {left} USDT，請減少金額或等待下一個週期。',
    vn: 'Số này vượt hạn mức bạn tự đặt. Bạn còn {left} USDT. Hãy nhập số tiền nhỏ hơn hoặc đợi kỳ sau.',
  }),
  timed_out: refusal(403, {
    zh: '您已暂停交易至 {until}，期间仍可平仓和提币',
    en: 'You’ve paused trading until {until}. You can still close trades and withdraw.',
    es: 'Pusiste el trading en pausa hasta el {until}. Puedes seguir cerrando operaciones y retirando.',
    it: 'Hai messo in pausa il trading fino al {until}. Puoi comunque chiudere operazioni e prelevare.',
    jp: '{until}まで取引を休止中です。決済と出金はできます。',
    ko: '{until}까지 거래를 일시 중단한 상태입니다. 청산과 출금은 할 수 있습니다.',
    pt: 'Você pausou a negociação até {until}. Ainda pode fechar operações e sacar.',
    hk: '你已暫停交易至 {until}，期間仍可平倉及提款。',
    vn: 'Bạn đã tạm nghỉ giao dịch đến {until}. Bạn vẫn đóng vị thế và rút tiền được.',
  }),
  self_excluded: refusal(403, {
    zh: '您已自我禁止交易至 {until}，期间仍可平仓和提币',
    en: 'You’ve excluded yourself from trading until {until}. You can still close trades and withdraw.',
    es: 'Te autoexcluiste del trading hasta el {until}. Puedes seguir cerrando operaciones y retirando.',
    it: 'Ti sei autoescluso dal trading fino al {until}. Puoi comunque chiudere operazioni e prelevare.',
    jp: '{until}まで取引の自己規制中です。決済と出金はできます。',
    ko: '{until}까지 거래를 자가 제한한 상태입니다. 청산과 출금은 할 수 있습니다.',
    pt: 'Você se autoexcluiu da negociação até {until}. Ainda pode fechar operações e sacar.',
    hk: '你已自我禁止交易至 {until}，期間仍可平倉及提款。',
    vn: 'Bạn đã tự khóa giao dịch đến {until}. Bạn vẫn đóng vị thế và rút tiền được.',
  }),
};
