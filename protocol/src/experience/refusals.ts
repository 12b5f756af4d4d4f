/** Refusals for experience credit, with their texts. */
import { refusal } from '../refusals.ts';

export const experienceRefusals = {
  turnover_insufficient: refusal(409, {
    zh: '流水不足：已完成 {turnover} USDT，需要 {needed} USDT，达到后即可转换',
    en: 'Your turnover is {turnover} of the {needed} USDT you need. Once you reach that, you can convert your trial credit.',
    es: 'Tu volumen operado es de {turnover} de los {needed} USDT necesarios. Cuando los alcances, podrás convertir tu crédito de prueba.',
    it: 'Hai scambiato {turnover} dei {needed} USDT necessari. Quando li raggiungi, puoi convertire il credito di prova.',
    jp: '体験クレジットの交換に必要な取引量に達していません（{turnover} / {needed} USDT）。達すると交換できます。',
    ko: '체험금 전환에 필요한 거래량이 부족합니다({turnover} / {needed} USDT). 거래량을 채운 뒤 전환할 수 있습니다.',
    pt: 'Seu volume negociado é de {turnover} dos {needed} USDT necessários. Quando chegar lá, você poderá converter seu crédito promocional.',
    hk: '交易量不足：已完成 {turnover} USDT，需要 {needed} USDT，達到後即可轉換。',
    vn: 'Khối lượng của bạn đạt {turnover} trên {needed} USDT cần có. Khi đạt đủ, bạn có thể chuyển đổi tiền trải nghiệm.',
  }),
  fees_insufficient: refusal(409, {
    zh: '体验金最多可转换发放之后您用自己的资金所付手续费的一半：已付 {paid} USDT，已转换 {converted} USDT',
    en: 'You can convert trial credit up to half of the fees you’ve paid with your own money since you received it. You’ve paid {paid} USDT in fees and converted {converted} USDT so far.',
    es: 'Puedes convertir crédito de prueba hasta la mitad de las comisiones que pagaste con tu propio dinero desde que lo recibiste. Hasta ahora pagaste {paid} USDT en comisiones y convertiste {converted} USDT.',
    it: 'Puoi convertire il credito di prova fino alla metà delle commissioni che hai pagato con il tuo denaro da quando l’hai ricevuto. Finora hai pagato {paid} USDT di commissioni e convertito {converted} USDT.',
    jp: '体験クレジットを資金に交換できるのは、付与後にご自身の資金で支払った手数料の半分までです（支払済み{paid} USDT、交換済み{converted} USDT）。',
    ko: '체험금은 지급 이후 고객님의 자금으로 낸 수수료의 절반까지 전환할 수 있습니다(낸 수수료 {paid} USDT, 전환 금액 {converted} USDT).',
    pt: 'Você pode converter crédito promocional até metade das taxas que pagou com seu próprio dinheiro desde que o recebeu. Até agora, você pagou {paid} USDT em taxas e converteu {converted} USDT.',
    hk: '體驗金最多可轉換發放之後你用自己的資金所付手續費的一半：已付 {paid} USDT，已轉換 {converted} USDT。',
    vn: 'Bạn chỉ chuyển đổi được tiền trải nghiệm tối đa bằng một nửa số phí đã trả bằng tiền của mình kể từ khi được cấp: đã trả {paid} USDT, đã chuyển đổi {converted} USDT.',
  }),
};
