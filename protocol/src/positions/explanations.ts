/**
 * Why a position was closed by its liquidation or by a level, in plain words of the customer's language. The customer reads the
 * same text on the receipt as in a message from support. The server fills it in, so that a browser needs no texts of it.
 */
import type { Language, Words } from '../languages.ts';
import type { explainedReasons } from './close-reasons.ts';

export type ExplainedReason = (typeof explainedReasons)[number];

/** Figures and times as text. */
export type EndingTold = {
  readonly reason: ExplainedReason;
  readonly side: 'long' | 'short';
  readonly symbol: string;
  readonly quantity: string;
  readonly entry: string;
  readonly opened: string;
  readonly margin: string;
  /** The level that was reached; null for a trailing stop, whose level moves. */
  readonly level: string | null;
  /** The distance of a trailing stop. */
  readonly distance: string | null;
  readonly price: string;
  readonly seq: string;
  readonly closed: string;
  readonly result: string;
  readonly fee: string;
  readonly financing: string;
  readonly paid: string;
};

const sides: Readonly<Record<EndingTold['side'], Words>> = {
  long: {
    en: 'long',
    zh: '多仓',
    hk: '好倉',
    jp: 'ロング',
    ko: '롱',
    es: 'larga',
    it: 'long',
    pt: 'comprada',
    vn: 'mua',
  },
  short: {
    en: 'short',
    zh: '空仓',
    hk: '淡倉',
    jp: 'ショート',
    ko: '숏',
    es: 'corta',
    it: 'short',
    pt: 'vendida',
    vn: 'bán',
  },
};

const opening: Words = {
  en: 'You opened a {side} {symbol} position at {entry} on {opened}. When it closed, its quantity was {quantity} and its margin {margin} USDT.',
  zh: '您于 {opened} 以 {entry} 开立 {symbol} {side}。平仓时数量为 {quantity}，保证金为 {margin} USDT。',
  hk: '你於 {opened} 以 {entry} 開立 {symbol} {side}。平倉時數量為 {quantity}，保證金為 {margin} USDT。',
  jp: '{opened}に{symbol}の{side}ポジションを{entry}で建てました。決済時の数量は{quantity}、証拠金は{margin} USDTでした。',
  ko: '{opened}에 {symbol} {side} 포지션에 진입했습니다. 진입가는 {entry}입니다. 청산 시점의 수량은 {quantity}, 증거금은 {margin} USDT입니다.',
  es: 'El {opened} abriste una posición {side} en {symbol} a {entry}. Al cerrarse, la cantidad era {quantity} y el margen, {margin} USDT.',
  it: 'Il {opened} hai aperto una posizione {side} su {symbol} a {entry}. Alla chiusura la quantità era {quantity} e il margine {margin} USDT.',
  pt: 'Em {opened}, você abriu uma posição {side} em {symbol} a {entry}. No fechamento, a quantidade era {quantity} e a margem, {margin} USDT.',
  vn: 'Lúc {opened}, bạn đã mở vị thế {side} {symbol} ở giá {entry}. Khi đóng, khối lượng là {quantity} và ký quỹ là {margin} USDT.',
};

const rules: Readonly<Record<ExplainedReason, Words>> = {
  close_out: {
    en: 'We liquidate a position when its margin, with profit or loss added and overnight fees deducted, falls to half of the initial margin. Your liquidation price was {level}.',
    zh: '当保证金加上盈亏、减去隔夜利息后降至初始保证金的一半时，仓位会被强制平仓。您的强平价为 {level}。',
    hk: '當保證金加上盈虧、減去隔夜利息後降至初始保證金的一半時，持倉會被強制平倉。你的強平價為 {level}。',
    jp: '証拠金に損益を加え、オーバーナイト金利を差し引いた額が当初証拠金の半分になると、ポジションはロスカットされます。ロスカット価格は{level}でした。',
    ko: '증거금에 손익을 더하고 오버나이트 수수료를 뺀 금액이 개시 증거금의 절반이 되면 포지션이 강제 청산됩니다. 이 포지션의 강제 청산가는 {level}입니다.',
    es: 'Liquidamos una posición cuando su margen, sumada la ganancia o pérdida y restadas las comisiones nocturnas, baja a la mitad del margen inicial. Tu precio de liquidación era {level}.',
    it: 'Liquidiamo una posizione quando il margine, sommato il profitto o la perdita e sottratte le commissioni overnight, scende alla metà di quello iniziale. Il tuo prezzo di liquidazione era {level}.',
    pt: 'Liquidamos uma posição quando a margem, somado o lucro ou prejuízo e descontadas as taxas overnight, cai à metade da margem inicial. Seu preço de liquidação era {level}.',
    vn: 'Chúng tôi thanh lý vị thế khi ký quỹ, sau khi tính lãi/lỗ và trừ phí qua đêm, chỉ còn một nửa ký quỹ ban đầu. Giá thanh lý của vị thế này là {level}.',
  },
  stop_loss: {
    en: 'You had set a stop loss at {level}.',
    zh: '您设置的止损价为 {level}。',
    hk: '你設定的止蝕價為 {level}。',
    jp: '損切りは{level}に設定されていました。',
    ko: '손절가가 {level}에 설정되어 있었습니다.',
    es: 'Tenías un stop loss en {level}.',
    it: 'Avevi impostato uno stop loss a {level}.',
    pt: 'Você tinha um stop loss em {level}.',
    vn: 'Bạn đã đặt cắt lỗ ở {level}.',
  },
  take_profit: {
    en: 'You had set a take profit at {level}.',
    zh: '您设置的止盈价为 {level}。',
    hk: '你設定的止賺價為 {level}。',
    jp: '利確は{level}に設定されていました。',
    ko: '익절가가 {level}에 설정되어 있었습니다.',
    es: 'Tenías una toma de ganancias en {level}.',
    it: 'Avevi impostato un take profit a {level}.',
    pt: 'Você tinha um take profit em {level}.',
    vn: 'Bạn đã đặt chốt lời ở {level}.',
  },
  profit_lock: {
    en: 'You had set a profit lock at {level}.',
    zh: '您设置的锁盈价为 {level}。',
    hk: '你設定的鎖盈價為 {level}。',
    jp: '利益確保は{level}に設定されていました。',
    ko: '이익 보존 가격이 {level}에 설정되어 있었습니다.',
    es: 'Tenías una protección de ganancias en {level}.',
    it: 'Avevi impostato un blocco del profitto a {level}.',
    pt: 'Você tinha uma trava de lucro em {level}.',
    vn: 'Bạn đã đặt khóa lời ở {level}.',
  },
  trailing: {
    en: 'You had set a trailing stop {distance} behind the best price.',
    zh: '您设置了跟踪止损，与最优价的距离为 {distance}。',
    hk: '你設定了移動止蝕，與最佳價的距離為 {distance}。',
    jp: 'トレーリングストップ（トレール幅 {distance}）が設定されていました。',
    ko: '가장 유리한 가격을 {distance} 간격으로 따라가는 트레일링 스탑이 설정되어 있었습니다.',
    es: 'Tenías un stop dinámico a {distance} del mejor precio.',
    it: 'Avevi impostato un trailing stop a {distance} dal prezzo migliore.',
    pt: 'Você tinha um stop móvel a {distance} do melhor preço.',
    vn: 'Bạn đã đặt cắt lỗ động cách giá tốt nhất {distance}.',
  },
};

const reached: Words = {
  en: 'Entry {seq} of the public price record, made on {closed}, was the first to reach it. The position closed at {price}.',
  zh: '公开价格记录的第 {seq} 条（{closed}）最先到达该价位，仓位按 {price} 平仓。',
  hk: '公開價格紀錄的第 {seq} 條（{closed}）最先到達該價位，持倉按 {price} 平倉。',
  jp: '公開の価格記録の項目 #{seq}（{closed}）が初めてこの水準に達し、ポジションは{price}で決済されました。',
  ko: '공개 가격 기록의 {seq}번 항목({closed})이 처음으로 이 가격에 닿아 {price}에 청산되었습니다.',
  es: 'La entrada {seq} del registro público de precios, del {closed}, fue la primera en llegar a ese nivel. La posición se cerró a {price}.',
  it: 'La voce {seq} del registro pubblico dei prezzi, del {closed}, è stata la prima a raggiungerlo. La posizione è stata chiusa a {price}.',
  pt: 'A entrada {seq} do registro público de preços, de {closed}, foi a primeira a chegar a esse nível. A posição foi fechada a {price}.',
  vn: 'Mục {seq} của bản ghi giá công khai, lúc {closed}, là mục đầu tiên chạm mức đó. Vị thế được đóng ở giá {price}.',
};

const outcome: Words = {
  en: 'Gross P&L: {result} USDT. Closing fee: {fee} USDT. Overnight fees: {financing} USDT. Returned to your account: {paid} USDT.',
  zh: '盈亏：{result} USDT。平仓手续费：{fee} USDT。隔夜利息：{financing} USDT。退回账户：{paid} USDT。',
  hk: '盈虧：{result} USDT。平倉手續費：{fee} USDT。隔夜利息：{financing} USDT。退回帳戶：{paid} USDT。',
  jp: '損益：{result} USDT。決済手数料：{fee} USDT。オーバーナイト金利：{financing} USDT。口座に戻った額：{paid} USDT。',
  ko: '손익: {result} USDT. 청산 수수료: {fee} USDT. 오버나이트 수수료: {financing} USDT. 계좌로 반환: {paid} USDT.',
  es: 'PnL bruto: {result} USDT. Comisión de cierre: {fee} USDT. Comisiones nocturnas: {financing} USDT. Devuelto a tu cuenta: {paid} USDT.',
  it: 'P&L lordo: {result} USDT. Commissione di chiusura: {fee} USDT. Commissioni overnight: {financing} USDT. Accreditati sul tuo conto: {paid} USDT.',
  pt: 'Resultado bruto: {result} USDT. Taxa de fechamento: {fee} USDT. Taxas overnight: {financing} USDT. Devolvido à sua conta: {paid} USDT.',
  vn: 'Lãi/lỗ gộp: {result} USDT. Phí đóng vị thế: {fee} USDT. Phí qua đêm: {financing} USDT. Hoàn về tài khoản của bạn: {paid} USDT.',
};

/** Written with spaces between sentences, except in Chinese and Japanese. */
const SPACELESS: ReadonlySet<Language> = new Set(['zh', 'hk', 'jp']);

export function explainEnding(told: EndingTold, language: Language): string {
  const words: Readonly<Record<string, string | null>> = { ...told, side: sides[told.side][language] };
  const filled = [opening, rules[told.reason], reached, outcome].map((sentence) =>
    sentence[language].replaceAll(/\{(\w+)\}/g, (_, name: string) => words[name] ?? ''),
  );
  return filled.join(SPACELESS.has(language) ? '' : ' ');
}
