/** Everything that a customer is told before opening a leveraged position, in USDT of 10⁻⁸. */
import type { ContractTerms } from '../market/instrument.ts';
import type { Amount } from '../money/amount.ts';
import { mulDivDown } from '../money/rounding.ts';
import type { Exposure, OpeningCost, PositionSide } from './contract.ts';
import { contractFee, notionalOf, openingCost, openingPrice, profitAt } from './contract.ts';
import { financingADay } from './financing.ts';
import { closeOutPrice } from './close-out.ts';

export type ContractDraft = {
  readonly side: PositionSide;
  readonly quantity: Amount;
  readonly leverage: number;
  /** The limit, or undefined at market. */
  readonly limit: Amount | undefined;
  /** The stop-loss or profit lock, where one is set. */
  readonly stop: Amount | undefined;
  readonly bid: Amount;
  readonly ask: Amount;
  /** USDT for one unit of the quote currency. */
  readonly rate: Amount;
};

export type ContractTicket = OpeningCost & {
  /** At which it opens: the limit, or the ask of a long and the bid of a short. */
  readonly price: Amount;
  /** What is lost by opening and closing at once, fees apart: the quantity's worth of bid to ask, up. */
  readonly spreadCost: Amount;
  /** What each midnight UTC costs, up. */
  readonly financingADay: Amount;
  /** Null where no price can close it out. */
  readonly closeOutPrice: Amount | null;
  /**
   * What closing at the stop would lose in all, both fees included, financing not; negative when it gains. A gap can make
   * it more, but nothing more than the total above. Null without a stop.
   */
  readonly lossAtStop: Amount | null;
  /** What a move of 1% from the opening price wins or loses, down. */
  readonly onePercentMove: Amount;
};

/** Breaks a ticket down. The draft's quantity and leverage have been checked; prices and rate are above zero. */
export function contractTicket(terms: ContractTerms, draft: ContractDraft): ContractTicket {
  const { side, quantity, leverage, rate, stop } = draft;
  // A limit that the market already meets fills at once, at the market's better price.
  const price = limitOrBetter(draft);
  const cost = openingCost(terms, { quantity, price, rate, leverage });
  const exposure = { side, quantity, entryPrice: price, rate };
  const position = { ...exposure, margin: cost.margin, initialMargin: cost.margin, financing: 0n };
  return {
    ...cost,
    price,
    spreadCost: notionalOf(terms, { quantity, price: draft.ask - draft.bid, rate }),
    financingADay: financingADay(terms, exposure),
    closeOutPrice: closeOutPrice(terms, position),
    lossAtStop: stop === undefined ? null : lossAt(terms, { exposure, cost }, stop),
    onePercentMove: mulDivDown(cost.notional, 1n, 100n),
  };
}

function limitOrBetter({ side, limit, bid, ask }: ContractDraft): Amount {
  const market = openingPrice(side, { bid, ask });
  if (limit === undefined) return market;
  const isMet = side === 'long' ? limit >= market : limit <= market;
  return isMet ? market : limit;
}

function lossAt(
  terms: ContractTerms,
  opened: { readonly exposure: Exposure; readonly cost: OpeningCost },
  stop: Amount,
): Amount {
  const { exposure, cost } = opened;
  const notional = notionalOf(terms, { quantity: exposure.quantity, price: stop, rate: exposure.rate });
  const loss = cost.fee + contractFee(terms, notional).fee - profitAt(terms, exposure, stop).pnl;
  return loss < cost.total ? loss : cost.total;
}
