/**
 * Cost and proceeds of a spot order. The app's order form uses the same functions as the server. Values and fees are in the
 * quote currency (USDT); a rate is a fraction in 10⁻⁸.
 */
import type { Instrument } from '../market/instrument.ts';
import type { Amount } from '../money/amount.ts';
import { formatAmount, ONE } from '../money/amount.ts';
import { feeOn, floorToStep, mulDivDown, valuePaid, valueReceived } from '../money/rounding.ts';
import { ok, refuse } from '../outcome.ts';
import type { Outcome } from '../outcome.ts';

export type Side = 'buy' | 'sell';

/** One leg of a trade at a price: the exact amounts that move. */
export type SpotLeg = {
  readonly symbol: string;
  readonly side: Side;
  readonly base: string;
  readonly quote: string;
  readonly quantity: Amount;
  readonly price: Amount;
  /** The value in quote currency before the fee, rounded up if the customer pays it and down if they receive it. */
  readonly value: Amount;
  /** The fee, rounded up to 10⁻⁸ because the customer pays it, and the fee rate. */
  readonly fee: Amount;
  readonly feeRate: Amount;
  /** The gains of the rounding account from rounding the value and the fee, each less than one unit. */
  readonly valueRounding: Amount;
  readonly feeRounding: Amount;
  /** The quote amount that a buyer pays or a seller receives, fee included. */
  readonly total: Amount;
};

/** Computes a leg at a price. A fee and a buyer's value are rounded up; a seller's value is rounded down. */
export function spotLeg(
  instrument: Instrument,
  order: { readonly side: Side; readonly quantity: Amount; readonly price: Amount },
): SpotLeg {
  const { side, quantity, price } = order;
  const up = valuePaid(quantity, price);
  const down = valueReceived(quantity, price);
  const value = side === 'buy' ? up : down;
  const fee = feeOn(value, instrument.spotFeeRate);
  return {
    symbol: instrument.symbol,
    base: instrument.base,
    quote: instrument.quote,
    side,
    quantity,
    price,
    value,
    fee,
    feeRate: instrument.spotFeeRate,
    valueRounding: up - down,
    feeRounding: fee - mulDivDown(value, instrument.spotFeeRate, ONE),
    total: side === 'buy' ? value + fee : value - fee,
  };
}

/** Returns the price at which an order fills at a quote: the ask for a purchase, the bid for a sale. */
export function spotPrice(side: Side, quote: { readonly bid: Amount; readonly ask: Amount }): Amount {
  return side === 'buy' ? quote.ask : quote.bid;
}

/** Returns the largest quantity in whole steps whose value and fee a budget in quote currency covers. */
export function quantityForBudget(
  instrument: Instrument,
  budget: { readonly amount: Amount; readonly price: Amount },
): Amount {
  const { amount, price } = budget;
  if (price <= 0n) return 0n;
  const step = instrument.quantityStep;
  const beforeFee = mulDivDown(amount, ONE, ONE + instrument.spotFeeRate);
  let quantity = floorToStep(mulDivDown(beforeFee, ONE, price), step);
  // Because value and fee are rounded up, the budget may not cover the last step.
  while (quantity > 0n && spotLeg(instrument, { side: 'buy', quantity, price }).total > amount)
    quantity -= step;
  return quantity;
}

/** Returns the amount that a resting order freezes: the cost at the limit for a purchase, the quantity for a sale. */
export function spotHold(
  instrument: Instrument,
  order: { readonly side: Side; readonly quantity: Amount; readonly price: Amount },
): { readonly currency: string; readonly amount: Amount } {
  return order.side === 'buy'
    ? { currency: instrument.quote, amount: spotLeg(instrument, order).total }
    : { currency: instrument.base, amount: order.quantity };
}

/** Checks a quantity against the instrument's bounds. A refusal names the field. */
export function checkQuantity(
  instrument: Instrument,
  quantity: Amount,
  field = 'quantity',
): Outcome<Amount, 'quantity_below_minimum' | 'quantity_above_maximum' | 'quantity_off_step'> {
  if (quantity < instrument.quantityMin) {
    return refuse('quantity_below_minimum', { field, params: { min: formatAmount(instrument.quantityMin) } });
  }
  if (quantity > instrument.quantityMax) {
    return refuse('quantity_above_maximum', { field, params: { max: formatAmount(instrument.quantityMax) } });
  }
  if (quantity % instrument.quantityStep !== 0n) {
    return refuse('quantity_off_step', { field, params: { step: formatAmount(instrument.quantityStep) } });
  }
  return ok(quantity);
}

/** The highest accepted price, so that a value always fits into the ledger's `numeric(38,8)`. */
export const PRICE_MAX: Amount = 10n ** 12n * ONE;

/** Checks that a limit price is above zero, at most the highest accepted price, and in whole ticks. */
export function checkPrice(
  instrument: Pick<Instrument, 'tickSize'>,
  price: Amount,
  field = 'price',
): Outcome<Amount, 'price_off_tick' | 'price_above_maximum'> {
  if (price > PRICE_MAX) {
    return refuse('price_above_maximum', { field, params: { max: formatAmount(PRICE_MAX) } });
  }
  if (price <= 0n || price % instrument.tickSize !== 0n) {
    return refuse('price_off_tick', { field, params: { tick: formatAmount(instrument.tickSize) } });
  }
  return ok(price);
}

/** A coin-to-coin conversion in two legs through the quote currency: sells `from` and spends the proceeds on `to`. */
export type Conversion = {
  readonly sell: SpotLeg;
  readonly buy: SpotLeg;
  /** The rest of the proceeds below one step of `to`, which the customer keeps in quote currency. */
  readonly change: Amount;
};

/** Plans a conversion at the prices of both legs; returns undefined if the proceeds buy less than one step. */
export function planConversion(
  from: { readonly instrument: Instrument; readonly quantity: Amount; readonly bid: Amount },
  to: { readonly instrument: Instrument; readonly ask: Amount },
): Conversion | undefined {
  const sell = spotLeg(from.instrument, { side: 'sell', quantity: from.quantity, price: from.bid });
  const quantity = quantityForBudget(to.instrument, { amount: sell.total, price: to.ask });
  if (quantity <= 0n) return undefined;
  const buy = spotLeg(to.instrument, { side: 'buy', quantity, price: to.ask });
  return { sell, buy, change: sell.total - buy.total };
}
