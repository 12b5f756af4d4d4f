/**
 * Cost and value of leveraged contracts: crypto against USDT, forex and metals. Money is USDT in 10⁻⁸; quantities are in the
 * instrument's trading unit (coins or lots), prices in its quote currency, and `rate` is USDT for one unit of that currency.
 * The app's ticket previews with the same functions that the server charges with.
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
 * Quantity, contract size, price and rate are each scaled by 10⁸, so their product is USDT in 10⁻³²; dividing by 10²⁴ gives
 * an amount.
 */
const PRODUCT_SCALE = ONE ** 3n;

/** The fields of a position that determine its value. */
export type Exposure = {
  readonly side: PositionSide;
  /** Still open, in coins or lots; above zero. */
  readonly quantity: Amount;
  readonly entryPrice: Amount;
  /** USDT for one unit of the quote currency; above zero. */
  readonly rate: Amount;
};

/** The price at which a position opens now: a long at the ask, a short at the bid. */
export function openingPrice(side: PositionSide, quote: TwoSidedPrice): Amount {
  return side === 'long' ? quote.ask : quote.bid;
}

/** The price at which a position closes now, and at which it is marked: a long at the bid, a short at the ask. */
export function closingPrice(side: PositionSide, quote: TwoSidedPrice): Amount {
  return side === 'long' ? quote.bid : quote.ask;
}

/** quantity × contractSize × price × rate in USDT, up at 10⁻⁸: the base of fee and margin. */
export function notionalOf(
  terms: Pick<ContractTerms, 'contractSize'>,
  deal: { readonly quantity: Amount; readonly price: Amount; readonly rate: Amount },
): Amount {
  return mulDivUp(deal.quantity * terms.contractSize, deal.price * deal.rate, PRODUCT_SCALE);
}

/** A fee on a notional, and its rounding part (0 or 1 unit, booked to the rounding account). */
export type ContractFee = { readonly fee: Amount; readonly feeRounding: Amount };

/** feeRate × notional, up at 10⁻⁸: the same on opening and on closing. */
export function contractFee(terms: Pick<ContractTerms, 'contractFeeRate'>, notional: Amount): ContractFee {
  const fee = feeOn(notional, terms.contractFeeRate);
  return { fee, feeRounding: fee - mulDivDown(notional, terms.contractFeeRate, ONE) };
}

/** The cost of opening, in USDT. */
export type OpeningCost = ContractFee & {
  readonly notional: Amount;
  /** notional ÷ leverage, up at 10⁻⁸: frozen, the position's initial margin. */
  readonly margin: Amount;
  /** margin + fee: what must be available, and what a resting limit freezes at its price. */
  readonly total: Amount;
};

/** The cost of opening at a price; it rises with price and rate. The leverage is one of the contract's. */
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
 * The cost of a resting order when it fires: what it froze at its limit, or what the fill itself costs if that is less. This
 * way a short that fills above its limit, or any order whose rate has risen since, opens with the frozen amount.
 */
export function firedCost(
  terms: Pick<ContractTerms, 'contractSize' | 'contractFeeRate'>,
  order: {
    readonly quantity: Amount;
    readonly limit: Amount;
    /** The rate when it was frozen. */
    readonly rate: Amount;
    readonly leverage: number;
  },
  fill: { readonly price: Amount; readonly rate: Amount },
): OpeningCost {
  const held = openingCost(terms, { ...order, price: order.limit });
  const own = openingCost(terms, { ...order, price: fill.price, rate: fill.rate });
  return own.total < held.total ? own : held;
}

/** The largest quantity in whole steps whose margin and fee a budget in USDT covers; 0 if it does not cover one step. */
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
  // Per unit of notional: 1 ÷ leverage for the margin and the fee rate, both over leverage × 10⁸.
  const notional = mulDivDown(amount, BigInt(leverage) * ONE, ONE + BigInt(leverage) * terms.contractFeeRate);
  // Rounding up notional, margin and fee can make the last steps too expensive, and many steps for a nearly worthless coin,
  // so this uses bisection instead of counting down.
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

/** A profit as the customer receives it, and its rounding part (0 or 1 unit, booked to the rounding account). */
export type Profit = { readonly pnl: Amount; readonly pnlRounding: Amount };

/**
 * ±quantity × contractSize × (price − entryPrice) × rate in USDT, negative for a loss. Down (towards −∞) at 10⁻⁸ for the
 * customer; the counterparty gives `pnl + pnlRounding`, and the difference is rounding.
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

/** The part of an open profit that belongs to the customer, in USDT: all of it, or none if the margin is promotional credit. */
export function ownOpenProfit(pnl: Amount, collateral: 'contract' | 'promo'): Amount {
  return collateral === 'promo' ? 0n : pnl;
}

/** Checks a quantity against the contract's bounds, naming the field. */
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

/** Checks that a leverage is one of the contract's choices; anything else, including 0, −1 and 2.5, is refused. */
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
