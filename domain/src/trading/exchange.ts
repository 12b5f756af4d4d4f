/**
 * The cost and proceeds of a flash exchange from one currency into another. An exchange has at most two legs through USDT, at
 * the bid of the coin given and the ask of the coin wanted. The fee is taken once, from the value in USDT. Quantities are in
 * 10⁻⁸ and not in an instrument's steps. Remainders of divisions, each less than one unit of the rounded result, belong to
 * Candor and are booked to the rounding account.
 */
import type { Posting } from '../ledger/journal.ts';
import type { Amount } from '../money/amount.ts';
import { ONE } from '../money/amount.ts';
import { feeOn, mulDivDown, valuePaid, valueReceived } from '../money/rounding.ts';
import type { Side } from './spot.ts';

/** The currency in which every leg is valued. */
const QUOTE = 'USDT';

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
  /** The fee in USDT, rounded up to 10⁻⁸. */
  readonly fee: Amount;
  /** The fee as a fraction (10⁻⁸) of the value. */
  readonly feeRate: Amount;
  /** One or two legs, in execution order. */
  readonly legs: readonly ExchangeLeg[];
};

export type ExchangeOrder = {
  readonly from: string;
  readonly to: string;
  readonly amount: Amount;
  readonly feeRate: Amount;
  /** The bid and ask of a coin; absent for USDT. */
  readonly prices: { readonly bid: Amount; readonly ask: Amount };
};

/** The exchanged value in USDT before the fee. For a coin, these are the proceeds at the bid, rounded down. */
export function exchangeValue({
  from,
  amount,
  prices,
}: Pick<ExchangeOrder, 'from' | 'amount' | 'prices'>): Amount {
  return from === QUOTE ? amount : valueReceived(amount, prices.bid);
}

/** Plans an exchange; returns undefined if nothing would be received. */
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
 * Whether a firm quote is still honoured at the current market prices, which is the case if the current yield differs from the
 * quoted yield by at most half the fee, in either direction. A customer who executes only favourable quotes therefore gains
 * less than the fee.
 */
export function stillHolds(exchange: Exchange, prices: ExchangeOrder['prices']): boolean {
  const { from, to, fromAmount, feeRate, toAmount } = exchange;
  const now = planExchange({ from, to, amount: fromAmount, feeRate, prices });
  if (now === undefined) return false;
  const apart = now.toAmount > toAmount ? now.toAmount - toAmount : toAmount - now.toAmount;
  return 2n * apart * ONE <= toAmount * feeRate;
}

/** Returns the instrument used to exchange a coin. */
export function symbolOf(coin: string): string {
  return `${coin}/${QUOTE}`;
}

/** Returns the amount of `to` for one unit of `from`, fee included, rounded down. */
export function exchangeRate({ fromAmount, toAmount }: Pick<Exchange, 'fromAmount' | 'toAmount'>): Amount {
  return mulDivDown(toAmount, ONE, fromAmount);
}

/**
 * Returns the postings of an exchange. The inventory is posted the exact value of each leg, rounded up if it pays and down if
 * it receives. The fee account gets the exact fee, rounded down. The rounding account gets the remainder.
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

/** Returns the amounts that an exchange takes from the house's inventory, by currency. */
export function exchangeNeeds({ legs }: Pick<Exchange, 'legs'>): { currency: string; amount: Amount }[] {
  return legs.map(({ coin, side, quantity, price }) =>
    side === 'buy'
      ? { currency: coin, amount: quantity }
      : { currency: QUOTE, amount: valuePaid(quantity, price) },
  );
}
