/**
 * Cost and value of leveraged contracts on crypto against USDT, forex and metals. Money is in USDT with eight decimals;
 * quantities are in the instrument's trading unit (coins or lots), prices are in its quote currency, and `rate` is the price
 * in USDT of one unit of that currency. The app's order form uses the same functions as the server.
 */
import type { ContractTerms } from '../market/instrument.ts';
import type { Amount } from '../money/amount.ts';
import { formatAmount, ONE } from '../money/amount.ts';
import { feeOn, mulDivDown, mulDivUp } from '../money/rounding.ts';
import { ok, refuse } from '../outcome.ts';
import type { Outcome } from '../outcome.ts';

export type PositionSide = 'long' | 'short';

type TwoSidedPrice = { readonly bid: Amount; readonly ask: Amount };

/**
 * Quantity, contract size, price and rate are each scaled by 10⁸, so their product is in units of 10⁻³² USDT. Dividing the
 * product by 10²⁴ gives an amount.
 */
const PRODUCT_SCALE = ONE ** 3n;

/** The fields of a position that determine its value. */
export type Exposure = {
  readonly side: PositionSide;
  /** The open quantity in coins or lots; above zero. */
  readonly quantity: Amount;
  readonly entryPrice: Amount;
  /** The price in USDT of one unit of the quote currency; above zero. */
  readonly rate: Amount;
};

/** Returns the price at which a position opens at a quote: the ask for a long, the bid for a short. */
export function openingPrice(side: PositionSide, quote: TwoSidedPrice): Amount {
  return side === 'long' ? quote.ask : quote.bid;
}

/** Returns the price at which a position closes and is valued at a quote: the bid for a long, the ask for a short. */
export function closingPrice(side: PositionSide, quote: TwoSidedPrice): Amount {
  return side === 'long' ? quote.bid : quote.ask;
}

/**
 * Returns the notional, quantity × contractSize × price × rate in USDT, rounded up to 10⁻⁸. Fee and margin are computed from
 * it.
 */
export function notionalOf(
  terms: Pick<ContractTerms, 'contractSize'>,
  deal: { readonly quantity: Amount; readonly price: Amount; readonly rate: Amount },
): Amount {
  return mulDivUp(deal.quantity * terms.contractSize, deal.price * deal.rate, PRODUCT_SCALE);
}

/** A fee on a notional, and the part of it that is due to rounding (0 or 1 unit, booked to the rounding account). */
export type ContractFee = { readonly fee: Amount; readonly feeRounding: Amount };

/** Returns feeRate × notional, rounded up to 10⁻⁸; the same on opening and on closing. */
export function contractFee(terms: Pick<ContractTerms, 'contractFeeRate'>, notional: Amount): ContractFee {
  const fee = feeOn(notional, terms.contractFeeRate);
  return { fee, feeRounding: fee - mulDivDown(notional, terms.contractFeeRate, ONE) };
}

export type OpeningCost = ContractFee & {
  readonly notional: Amount;
  /** notional ÷ leverage, rounded up to 10⁻⁸: the initial margin, which is frozen. */
  readonly margin: Amount;
  /** margin + fee: the amount that must be available, and that a resting limit order freezes at its price. */
  readonly total: Amount;
};

/**
 * Returns the cost of opening at a price. The cost rises with price and conversion rate. The leverage must be one of the
 * contract's choices.
 */
export function openingCost(
  terms: Pick<ContractTerms, 'contractSize' | 'contractFeeRate'>,
  deal: {
    readonly quantity: Amount;
    readonly price: Amount;
    readonly rate: Amount;
    readonly leverage: number;
  },
): OpeningCost {
  const notional = notionalOf(terms, deal);
  const margin = mulDivUp(notional, 1n, BigInt(deal.leverage));
  const charged = contractFee(terms, notional);
  return { notional, margin, ...charged, total: margin + charged.fee };
}

/**
 * Returns the cost of opening a resting order: the amount that the order froze at its limit, or the cost at the fill if that
 * is lower. A short that fills above its limit, or an order whose conversion rate has risen, therefore opens with the frozen
 * amount.
 */
export function firedCost(
  terms: Pick<ContractTerms, 'contractSize' | 'contractFeeRate'>,
  order: {
    readonly quantity: Amount;
    readonly limit: Amount;
    /** The conversion rate at which the amount was frozen. */
    readonly rate: Amount;
    readonly leverage: number;
  },
  fill: { readonly price: Amount; readonly rate: Amount },
): OpeningCost {
  const held = openingCost(terms, { ...order, price: order.limit });
  const own = openingCost(terms, { ...order, price: fill.price, rate: fill.rate });
  return own.total < held.total ? own : held;
}

/**
 * Returns the largest quantity in whole steps whose margin and fee a budget in USDT covers; 0 if the budget does not cover one
 * step.
 */
export function contractQuantityForBudget(
  terms: ContractTerms,
  budget: {
    readonly amount: Amount;
    readonly price: Amount;
    readonly rate: Amount;
    readonly leverage: number;
  },
): Amount {
  const { amount, price, rate, leverage } = budget;
  if (price <= 0n || rate <= 0n || amount <= 0n) return 0n;
  // The cost per unit of notional is 1 ÷ leverage plus the fee rate, here with the common denominator leverage × 10⁸.
  const notional = mulDivDown(amount, BigInt(leverage) * ONE, ONE + BigInt(leverage) * terms.contractFeeRate);
  // Because notional, margin and fee are rounded up, the budget may not cover the last steps. At a very low price, these can
  // be many steps, so the quantity is found by bisection.
  let low = 0n;
  let high = mulDivDown(notional, PRODUCT_SCALE, terms.contractSize * price * rate) / terms.contractStep;
  while (low < high) {
    const steps = (low + high + 1n) / 2n;
    const { total } = openingCost(terms, { ...budget, quantity: steps * terms.contractStep });
    if (total <= amount) low = steps;
    else high = steps - 1n;
  }
  return low * terms.contractStep;
}

/** A profit paid to the customer, and the part lost to rounding (0 or 1 unit, booked to the rounding account). */
export type Profit = { readonly pnl: Amount; readonly pnlRounding: Amount };

/**
 * Returns ±quantity × contractSize × (price − entryPrice) × rate in USDT, negative for a loss. The customer gets the value
 * rounded towards −∞ to 10⁻⁸. The counterparty pays `pnl + pnlRounding`.
 */
export function profitAt(
  terms: Pick<ContractTerms, 'contractSize'>,
  exposure: Exposure,
  price: Amount,
): Profit {
  const { side, quantity, entryPrice, rate } = exposure;
  const move = side === 'long' ? price - entryPrice : entryPrice - price;
  const size = quantity * terms.contractSize * rate;
  const pnl = mulDivDown(size, move, PRODUCT_SCALE);
  return { pnl, pnlRounding: mulDivUp(size, move, PRODUCT_SCALE) - pnl };
}

/**
 * Returns the part of an open profit that belongs to the customer, in USDT: all of it, or 0 if the margin is experience
 * credit.
 */
export function ownOpenProfit(pnl: Amount, collateral: 'contract' | 'promo'): Amount {
  return collateral === 'promo' ? 0n : pnl;
}

/** Checks a quantity against the contract's bounds. A refusal names the field. */
export function checkContractQuantity(
  terms: Pick<ContractTerms, 'contractStep' | 'contractMin' | 'contractMax'>,
  quantity: Amount,
  field = 'quantity',
): Outcome<Amount, 'quantity_below_minimum' | 'quantity_above_maximum' | 'quantity_off_step'> {
  if (quantity < terms.contractMin) {
    return refuse('quantity_below_minimum', { field, params: { min: formatAmount(terms.contractMin) } });
  }
  if (quantity > terms.contractMax) {
    return refuse('quantity_above_maximum', { field, params: { max: formatAmount(terms.contractMax) } });
  }
  if (quantity % terms.contractStep !== 0n) {
    return refuse('quantity_off_step', { field, params: { step: formatAmount(terms.contractStep) } });
  }
  return ok(quantity);
}

/** Checks that a leverage is one of the contract's choices. Anything else, including 0, −1 and 2.5, is refused. */
export function checkLeverage(
  terms: Pick<ContractTerms, 'leverages'>,
  leverage: number,
  field = 'leverage',
): Outcome<number, 'leverage_not_offered'> {
  const params = { offered: terms.leverages.join(', ') };
  return terms.leverages.includes(leverage)
    ? ok(leverage)
    : refuse('leverage_not_offered', { field, params });
}
