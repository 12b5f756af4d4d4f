/** What experience credit refuses, and how it is said. */
import { refusal } from '../refusals.ts';

export const experienceRefusals = {
  turnover_insufficient: refusal(409, {
    zh: '流水不足：已完成 {turnover} USDT，需要 {needed} USDT',
    en: 'You’ve turned over {turnover} of the {needed} USDT that your experience credit needs. You can convert it after that.',
    es: 'Llevas {turnover} de los {needed} USDT de volumen que exige tu crédito de prueba. Después podrás convertirlo.',
    it: 'Hai scambiato {turnover} dei {needed} USDT richiesti per il tuo credito di prova. Poi potrai convertirlo.',
    jp: '体験クレジットに必要な取引量にまだ達していません（{turnover} / {needed} USDT）。達するまで交換できません。',
    ko: '체험금에 필요한 거래량에 아직 도달하지 않았습니다({turnover} / {needed} USDT). 도달하기 전에는 전환할 수 없습니다.',
    pt: 'Você operou {turnover} dos {needed} USDT de volume que o seu crédito de experiência exige. Depois disso poderá convertê-lo.',
    hk: '體驗金所需的交易量尚未達到：已完成 {turnover} USDT，需要 {needed} USDT。達到後才可轉換。',
    vn: 'Bạn đã giao dịch {turnover} trên {needed} USDT cần thiết cho tiền trải nghiệm. Đạt đủ mới có thể chuyển đổi.',
  }),
  fees_insufficient: refusal(409, {
    zh: '体验金最多可转换发放之后您用自己的资金所付手续费的一半：已付 {paid} USDT，已转换 {converted} USDT',
    en: 'You can convert experience credit up to half of the fees you’ve paid with your own money since it was granted: {paid} USDT paid, {converted} USDT converted.',
    es: 'Puedes convertir crédito de prueba hasta la mitad de las comisiones que has pagado con tu propio dinero desde que se concedió: {paid} USDT pagados, {converted} USDT convertidos.',
    it: 'Puoi convertire credito di prova fino alla metà delle commissioni che hai pagato con il tuo denaro da quando è stato concesso: {paid} USDT pagati, {converted} USDT convertiti.',
    jp: '体験クレジットを資金に交換できるのは、付与後にご自身の資金で支払った手数料の半分までです（支払済み {paid} USDT、交換済み {converted} USDT）。',
    ko: '체험금은 지급 이후 고객님의 자금으로 낸 수수료의 절반까지 전환할 수 있습니다(낸 수수료 {paid} USDT, 전환 {converted} USDT).',
    pt: 'Você pode converter crédito de experiência até metade das taxas que pagou com o seu próprio dinheiro desde a concessão: {paid} USDT pagos, {converted} USDT convertidos.',
    hk: '體驗金最多可轉換發放之後你用自己的資金所付手續費的一半：已付 {paid} USDT，已轉換 {converted} USDT。',
    vn: 'Bạn chỉ chuyển đổi được tiền trải nghiệm tối đa bằng một nửa số phí đã trả bằng tiền của mình kể từ khi được cấp: đã trả {paid} USDT, đã chuyển đổi {converted} USDT.',
  }),
};
