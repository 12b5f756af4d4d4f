/**
 * The cost and proceeds of a flash exchange: from one currency into another by at most two legs through USDT, at the bid of
 * the coin given and the ask of the coin wanted. The fee is taken once, from the value in USDT. Quantities are in 10⁻⁸ and
 * not in an instrument's steps. Remainders of divisions belong to Candor, less than one unit of what each step rounds to,
 * and are booked in an account of their own.
 */
import type { Posting } from '../ledger/journal.ts';
import type { Amount } from '../money/amount.ts';
import { ONE } from '../money/amount.ts';
import { feeOn, mulDivDown, valuePaid, valueReceived } from '../money/rounding.ts';
import type { Side } from './spot.ts';

/** The currency of every leg's value. */
const QUOTE = 'USDT';

/** A coin sold or bought for USDT. */
export type ExchangeLeg = {
  readonly symbol: string;
  readonly coin: string;
  readonly side: Side;
  readonly quantity: Amount;
  readonly price: Amount;
};

export type Exchange = {
  readonly from: string;
  readonly to: string;
  readonly fromAmount: Amount;
  readonly toAmount: Amount;
  /** In USDT, up at 10⁻⁸. */
  readonly fee: Amount;
  /** Fraction of the value, in 10⁻⁸. */
  readonly feeRate: Amount;
  /** One or two, in execution order. */
  readonly legs: readonly ExchangeLeg[];
};

export type ExchangeOrder = {
  readonly from: string;
  readonly to: string;
  readonly amount: Amount;
  readonly feeRate: Amount;
  /** The prices at which a coin is sold and bought; USDT itself has none. */
  readonly prices: { readonly bid: Amount; readonly ask: Amount };
};

/** The exchanged value in USDT before the fee: the proceeds of a coin at the bid, rounded down. */
export function exchangeValue({
  from,
  amount,
  prices,
}: Pick<ExchangeOrder, 'from' | 'amount' | 'prices'>): Amount {
  return from === QUOTE ? amount : valueReceived(amount, prices.bid);
}

/** Plans an exchange; undefined if nothing would be received. */
export function planExchange(order: ExchangeOrder): Exchange | undefined {
  const { from, to, amount, feeRate, prices } = order;
  const value = exchangeValue(order);
  const fee = feeOn(value, feeRate);
  const left = value - fee;
  const toAmount = to === QUOTE ? left : mulDivDown(left, ONE, prices.ask);
  if (toAmount <= 0n) return undefined;
  const sold = { coin: from, side: 'sell', quantity: amount, price: prices.bid } as const;
  const bought = { coin: to, side: 'buy', quantity: toAmount, price: prices.ask } as const;
  const legs = [...(from === QUOTE ? [] : [sold]), ...(to === QUOTE ? [] : [bought])];
  return {
    ...{ from, to, feeRate, fee, toAmount },
    fromAmount: amount,
    legs: legs.map((leg) => ({ symbol: symbolOf(leg.coin), ...leg })),
  };
}

/**
 * Whether a firm quote still holds at the market's prices: what they would yield differs from what it yields by at most half
 * its fee, in either direction. So waiting to execute only favourable quotes gains less than the fee.
 */
export function stillHolds(exchange: Exchange, prices: ExchangeOrder['prices']): boolean {
  const { from, to, fromAmount, feeRate, toAmount } = exchange;
  const now = planExchange({ from, to, amount: fromAmount, feeRate, prices });
  if (now === undefined) return false;
  const apart = now.toAmount > toAmount ? now.toAmount - toAmount : toAmount - now.toAmount;
  return 2n * apart * ONE <= toAmount * feeRate;
}

/** The instrument in which a coin is exchanged. */
export function symbolOf(coin: string): string {
  return `${coin}/${QUOTE}`;
}

/** The amount of `to` that one unit of `from` yields, fee included, rounded down. */
export function exchangeRate({ fromAmount, toAmount }: Pick<Exchange, 'fromAmount' | 'toAmount'>): Amount {
  return mulDivDown(toAmount, ONE, fromAmount);
}

/**
 * The postings of an exchange. Inventory trades each leg at its exact value, rounded up when it pays and down when it is
 * paid; the fee is earned exactly, rounded down; the remainder goes to rounding.
 */
export function exchangePostings(exchange: Exchange): Posting[] {
  const { from, to, fromAmount, toAmount, fee, feeRate, legs } = exchange;
  const sold = legs.find((leg) => leg.side === 'sell');
  const bought = legs.find((leg) => leg.side === 'buy');
  const paid = sold === undefined ? 0n : valuePaid(sold.quantity, sold.price);
  const value = sold === undefined ? fromAmount : valueReceived(sold.quantity, sold.price);
  const taken = bought === undefined ? value - fee : valueReceived(bought.quantity, bought.price);
  const earned = mulDivDown(value, feeRate, ONE);
  const given = sold === undefined ? fromAmount : paid;
  return [
    { account: 'spot', currency: from, amount: -fromAmount },
    ...legs.map(({ coin, side, quantity }): Posting => ({
      account: 'inventory',
      currency: coin,
      amount: side === 'sell' ? quantity : -quantity,
    })),
    { account: 'inventory', currency: QUOTE, amount: -paid },
    { account: 'inventory', currency: QUOTE, amount: bought === undefined ? 0n : taken },
    { account: 'fees', currency: QUOTE, amount: earned },
    { account: 'rounding', currency: QUOTE, amount: given - taken - earned },
    { account: 'spot', currency: to, amount: toAmount },
  ];
}

/** The amounts that the house's inventory must hold for an exchange, by currency. */
export function exchangeNeeds({ legs }: Pick<Exchange, 'legs'>): { currency: string; amount: Amount }[] {
  return legs.map(({ coin, side, quantity, price }) =>
    side === 'buy'
      ? { currency: coin, amount: quantity }
      : { currency: QUOTE, amount: valuePaid(quantity, price) },
  );
}
