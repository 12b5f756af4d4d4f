/**
 * What a flash exchange costs and brings: from one currency into another by at most two legs through USDT, at the bid of what
 * is given and the ask of what is wanted. The fee is taken once, out of the value in USDT. Quantities go to 10⁻⁸ and not in
 * an instrument's steps. Whatever does not divide is the house's, less than one unit of what each step rounds to, and stands
 * in an account of its own.
 */
import type { Posting } from '../ledger/journal.ts';
import type { Amount } from '../money/amount.ts';
import { ONE } from '../money/amount.ts';
import { feeOn, mulDivDown, valuePaid, valueReceived } from '../money/rounding.ts';
import type { Side } from './spot.ts';

/** What every leg is counted in. */
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
  /** Of the value, in 10⁻⁸ of one. */
  readonly feeRate: Amount;
  /** One or two, in the order in which they happen. */
  readonly legs: readonly ExchangeLeg[];
};

export type ExchangeOrder = {
  readonly from: string;
  readonly to: string;
  readonly amount: Amount;
  readonly feeRate: Amount;
  /** At which a coin is sold and bought; what is USDT already has no price. */
  readonly prices: { readonly bid: Amount; readonly ask: Amount };
};

/** What is exchanged in USDT, before the fee: what a coin brings at the bid, down. */
export function exchangeValue({
  from,
  amount,
  prices,
}: Pick<ExchangeOrder, 'from' | 'amount' | 'prices'>): Amount {
  return from === QUOTE ? amount : valueReceived(amount, prices.bid);
}

/** Plans an exchange; undefined when nothing would be received. */
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
 * Whether a firm price still holds at the market's prices: what they would bring differs from what it brings by no more than
 * half its fee, up or down alike. So whoever waits to take only the prices that came to suit them gains less than the fee.
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

/** What one unit of `from` brings of `to`, fee included, down. */
export function exchangeRate({ fromAmount, toAmount }: Pick<Exchange, 'fromAmount' | 'toAmount'>): Amount {
  return mulDivDown(toAmount, ONE, fromAmount);
}

/**
 * The postings of an exchange. Inventory trades each leg at its exact value, up where it pays and down where it is paid; the
 * fee is earned exactly, down; what is left is what rounding gave.
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

/** What the house's inventory must hold for an exchange: what it gives, by currency. */
export function exchangeNeeds({ legs }: Pick<Exchange, 'legs'>): { currency: string; amount: Amount }[] {
  return legs.map(({ coin, side, quantity, price }) =>
    side === 'buy'
      ? { currency: coin, amount: quantity }
      : { currency: QUOTE, amount: valuePaid(quantity, price) },
  );
}
