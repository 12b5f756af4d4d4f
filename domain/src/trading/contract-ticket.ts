/** The figures that a customer is shown before opening a leveraged position, in USDT with eight decimals. */
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
  /** The limit price; undefined for a market order. */
  readonly limit: Amount | undefined;
  /** The level of a stop order: the position opens when the price reaches it from the other side, at about that price. */
  readonly stopEntry?: Amount | undefined;
  /** The stop-loss or profit lock, if one is set. */
  readonly stop: Amount | undefined;
  readonly bid: Amount;
  readonly ask: Amount;
  /** The price in USDT of one unit of the quote currency. */
  readonly rate: Amount;
};

export type ContractTicket = OpeningCost & {
  /** The opening price: the limit price, the level of a stop order or, at market, the ask for a long and the bid for a short. */
  readonly price: Amount;
  /** The loss, without fees, if the position were closed immediately: the quantity times the spread, rounded up. */
  readonly spreadCost: Amount;
  /** The financing charged at each midnight UTC, rounded up. */
  readonly financingADay: Amount;
  /** The liquidation price; null if no price can liquidate the position. */
  readonly closeOutPrice: Amount | null;
  /**
   * The total loss if the position closes at the stop, with both fees and without financing; negative for a gain. A price gap
   * can increase the loss up to the total. Null without a stop.
   */
  readonly lossAtStop: Amount | null;
  /** The gain or loss if the price moves by 1% from the opening price, rounded down. */
  readonly onePercentMove: Amount;
};

/** Computes the figures of an order. Quantity and leverage must be valid, and prices and rate above zero. */
export function contractTicket(terms: ContractTerms, draft: ContractDraft): ContractTicket {
  const { side, quantity, leverage, rate, stop } = draft;
  // If the market already meets the limit, the order fills immediately at the better market price.
  const price = draft.stopEntry ?? limitOrBetter(draft);
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
