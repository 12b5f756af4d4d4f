/** Refusals for contracts, with their texts. */
import { refusal } from '../refusals.ts';

export const contractsRefusals = {
  profit_lock_wrong: refusal(400, {
    zh: '锁盈价须在开仓价 {entry} 与现价 {current} 之间，且仓位须处于盈利状态，请重新输入',
    en: 'A profit lock must be between the entry price {entry} and the current price {current}, and the position must be in profit. Enter another price.',
    es: 'La protección de ganancias debe estar entre el precio de entrada {entry} y el actual {current}, con la posición en ganancia. Introduce otro precio.',
    it: 'Il blocco del profitto deve stare tra il prezzo di ingresso {entry} e quello attuale {current}, con la posizione in profitto. Inserisci un altro prezzo.',
    jp: '利益確保の価格は、利益が出ている間だけ、建値{entry}と現在価格{current}の間に設定できます。別の価格を入力してください。',
    ko: '이익 보존 가격은 포지션이 이익일 때 진입가({entry})와 현재가({current}) 사이여야 합니다. 다른 가격을 입력하세요.',
    pt: 'A trava de lucro deve ficar entre o preço de entrada {entry} e o atual {current}, com a posição no lucro. Informe outro preço.',
    hk: '鎖盈價須在開倉價 {entry} 與現價 {current} 之間，且倉位須有盈利，請重新輸入。',
    vn: 'Giá khóa lời phải nằm giữa giá vào {entry} và giá hiện tại {current}, khi vị thế đang có lãi. Hãy nhập giá khác.',
  }),
};
