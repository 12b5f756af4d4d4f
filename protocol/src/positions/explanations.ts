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
    zh: '做多',
    hk: '好倉',
    jp: 'ロング',
    ko: '롱',
    es: 'largo',
    it: 'long',
    pt: 'comprada',
    vn: 'mua',
  },
  short: {
    en: 'short',
    zh: '做空',
    hk: '淡倉',
    jp: 'ショート',
    ko: '숏',
    es: 'corto',
    it: 'short',
    pt: 'vendida',
    vn: 'bán',
  },
};

const opening: Words = {
  en: 'You opened a {side} position of {quantity} in {symbol} at {entry} on {opened}, with {margin} USDT of margin at the end.',
  zh: '您于 {opened} 以 {entry} 开立 {symbol} {side}仓位，数量 {quantity}，平仓时的保证金为 {margin} USDT。',
  hk: '你於 {opened} 以 {entry} 開立 {symbol} {side}，數量 {quantity}，平倉時的保證金為 {margin} USDT。',
  jp: '{opened}に{symbol}の{side}ポジション（数量{quantity}）を{entry}で建てられました。決済時の証拠金は{margin} USDTでした。',
  ko: '{opened}에 {symbol} {side} 포지션(수량 {quantity})을 {entry}에 여셨습니다. 종료 시점의 증거금은 {margin} USDT였습니다.',
  es: 'El {opened} abriste una posición en {symbol} ({side}, cantidad {quantity}) a {entry}. Al cerrarse tenía {margin} USDT de margen.',
  it: 'Il {opened} hai aperto una posizione {side} su {symbol}, quantità {quantity}, a {entry}. Alla chiusura il margine era di {margin} USDT.',
  pt: 'Em {opened}, você abriu uma posição {side} em {symbol}, quantidade {quantity}, a {entry}. No fechamento, a margem era de {margin} USDT.',
  vn: 'Lúc {opened}, bạn mở vị thế {side} {symbol}, khối lượng {quantity}, ở giá {entry}. Khi đóng, vị thế có {margin} USDT ký quỹ.',
};

const rules: Readonly<Record<ExplainedReason, Words>> = {
  close_out: {
    en: 'We liquidate a position when its margin, with the profit or loss and without overnight fees, is down to half of the initial margin. For yours, that price was {level}.',
    zh: '当保证金加上盈亏、减去隔夜利息后降至初始保证金的一半时，仓位会被强制平仓。您的强平价为 {level}。',
    hk: '當保證金加上盈虧、減去隔夜利息後降至初始保證金的一半時，持倉會被強制平倉。你的強平價為 {level}。',
    jp: '証拠金に損益を加え、オーバーナイト金利を差し引いた額が当初証拠金の半分になると、ポジションはロスカットされます。ロスカット価格は{level}でした。',
    ko: '증거금에 손익을 더하고 오버나이트 수수료를 뺀 금액이 최초 증거금의 절반이 되면 포지션이 강제 청산됩니다. 청산가는 {level}이었습니다.',
    es: 'Liquidamos una posición cuando su margen, sumada la ganancia o pérdida y restadas las comisiones nocturnas, baja a la mitad del margen inicial. En tu caso, ese precio era {level}.',
    it: 'Liquidiamo una posizione quando il suo margine, con il profitto o la perdita e senza le commissioni overnight, scende a metà di quello iniziale. Per la tua, quel prezzo era {level}.',
    pt: 'Liquidamos uma posição quando a margem, somado o lucro ou prejuízo e descontadas as taxas overnight, cai à metade da margem inicial. No seu caso, esse preço era {level}.',
    vn: 'Chúng tôi thanh lý vị thế khi ký quỹ cộng lãi hoặc lỗ và trừ phí qua đêm chỉ còn một nửa ký quỹ ban đầu. Với vị thế của bạn, giá đó là {level}.',
  },
  stop_loss: {
    en: 'You had set a stop loss at {level}.',
    zh: '您设置的止损价为 {level}。',
    hk: '你設定的止蝕價為 {level}。',
    jp: '損切りは{level}に設定されていました。',
    ko: '손절을 {level}에 설정하셨습니다.',
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
    ko: '익절을 {level}에 설정하셨습니다.',
    es: 'Tenías una toma de ganancias en {level}.',
    it: 'Avevi impostato un take profit a {level}.',
    pt: 'Você tinha um take profit em {level}.',
    vn: 'Bạn đã đặt chốt lời ở {level}.',
  },
  profit_lock: {
    en: 'You had set a profit lock at {level}.',
    zh: '您设置的锁盈价为 {level}。',
    hk: '你設定的鎖定盈利價為 {level}。',
    jp: '利益確保は{level}に設定されていました。',
    ko: '이익 보전을 {level}에 설정하셨습니다.',
    es: 'Tenías un bloqueo de ganancias en {level}.',
    it: 'Avevi impostato un blocco del profitto a {level}.',
    pt: 'Você tinha uma trava de lucro em {level}.',
    vn: 'Bạn đã đặt khóa lợi nhuận ở {level}.',
  },
  trailing: {
    en: 'You had set a trailing stop {distance} behind the best price.',
    zh: '您设置了跟踪止损，与最优价的距离为 {distance}。',
    hk: '你設定了追蹤止蝕，與最佳價的距離為 {distance}。',
    jp: '最良価格から{distance}離れたトレーリングストップが設定されていました。',
    ko: '최고 유리 가격에서 {distance} 떨어진 트레일링 스톱을 설정하셨습니다.',
    es: 'Tenías un trailing stop a {distance} del mejor precio.',
    it: 'Avevi impostato un trailing stop a {distance} dal prezzo migliore.',
    pt: 'Você tinha um trailing stop a {distance} do melhor preço.',
    vn: 'Bạn đã đặt trailing stop cách giá tốt nhất {distance}.',
  },
};

const reached: Words = {
  en: 'Entry {seq} of the public price record, made on {closed}, was the first to reach it. It closed the position at {price}.',
  zh: '公开价格记录的第 {seq} 条（{closed}）最先到达该价位，仓位按 {price} 平仓。',
  hk: '公開價格紀錄的第 {seq} 條（{closed}）最先到達該價位，持倉按 {price} 平倉。',
  jp: '公開されている価格記録の{seq}番（{closed}）が最初にこの水準に達し、{price}で決済されました。',
  ko: '공개 가격 기록의 {seq}번({closed})이 처음으로 이 수준에 도달하여 {price}에 종료되었습니다.',
  es: 'La entrada {seq} del registro público de precios, del {closed}, fue la primera en alcanzarlo. Cerró la posición a {price}.',
  it: 'La voce {seq} del registro pubblico dei prezzi, del {closed}, è stata la prima a raggiungerlo. Ha chiuso la posizione a {price}.',
  pt: 'A entrada {seq} do registro público de preços, de {closed}, foi a primeira a alcançá-lo. Ela fechou a posição a {price}.',
  vn: 'Mục {seq} của bản ghi giá công khai, lúc {closed}, là mục đầu tiên chạm mức đó. Vị thế được đóng ở giá {price}.',
};

const outcome: Words = {
  en: 'Profit or loss: {result} USDT. Closing fee: {fee} USDT. Overnight fees: {financing} USDT. Returned to your account: {paid} USDT.',
  zh: '盈亏：{result} USDT。平仓手续费：{fee} USDT。隔夜利息：{financing} USDT。退回您账户：{paid} USDT。',
  hk: '盈虧：{result} USDT。平倉手續費：{fee} USDT。隔夜利息：{financing} USDT。退回你的帳戶：{paid} USDT。',
  jp: '損益：{result} USDT。決済手数料：{fee} USDT。オーバーナイト金利：{financing} USDT。口座への返金：{paid} USDT。',
  ko: '손익: {result} USDT. 청산 수수료: {fee} USDT. 오버나이트 수수료: {financing} USDT. 계정으로 반환: {paid} USDT.',
  es: 'Ganancia o pérdida: {result} USDT. Comisión de cierre: {fee} USDT. Comisiones nocturnas: {financing} USDT. Devuelto a tu cuenta: {paid} USDT.',
  it: 'Profitto o perdita: {result} USDT. Commissione di chiusura: {fee} USDT. Commissioni overnight: {financing} USDT. Restituiti sul tuo conto: {paid} USDT.',
  pt: 'Lucro ou prejuízo: {result} USDT. Taxa de fechamento: {fee} USDT. Taxas overnight: {financing} USDT. Devolvido à sua conta: {paid} USDT.',
  vn: 'Lãi hoặc lỗ: {result} USDT. Phí đóng: {fee} USDT. Phí qua đêm: {financing} USDT. Trả lại tài khoản của bạn: {paid} USDT.',
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
