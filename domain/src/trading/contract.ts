/**
 * What a leveraged contract costs and is worth: crypto against USDT, forex and metals. Money is USDT in 10⁻⁸; quantities
 * are in the instrument's trading unit (coins or lots), prices in its quote currency, and `rate` is USDT for one unit of
 * that currency. The ticket on the phone previews with these very functions that the server charges with.
 */
import type { ContractTerms } from '../market/instrument.ts';
import type { Amount } from '../money/amount.ts';
import { formatAmount, ONE } from '../money/amount.ts';
import { feeOn, mulDivDown, mulDivUp } from '../money/rounding.ts';
import { ok, refuse } from '../outcome.ts';
import type { Outcome } from '../outcome.ts';

export type PositionSide = 'long' | 'short';

type TwoSidedPrice = { readonly bid: Amount; readonly ask: Amount };

/** Quantity, contract size, price and rate each carry 10⁸: their product is USDT in 10⁻³², its amount a 10²⁴th of it. */
const PRODUCT_SCALE = ONE ** 3n;

/** What of a position its worth depends on. */
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

/** quantity × contractSize × price × rate in USDT, up at 10⁻⁸: fee and margin are taken of it. */
export function notionalOf(
  terms: Pick<ContractTerms, 'contractSize'>,
  deal: { readonly quantity: Amount; readonly price: Amount; readonly rate: Amount },
): Amount {
  return mulDivUp(deal.quantity * terms.contractSize, deal.price * deal.rate, PRODUCT_SCALE);
}

/** A fee on a notional, and what of it is rounding (0 or 1 unit, the house's). */
export type ContractFee = { readonly fee: Amount; readonly feeRounding: Amount };

/** feeRate × notional, up at 10⁻⁸: the same on opening and on closing. */
export function contractFee(terms: Pick<ContractTerms, 'contractFeeRate'>, notional: Amount): ContractFee {
  const fee = feeOn(notional, terms.contractFeeRate);
  return { fee, feeRounding: fee - mulDivDown(notional, terms.contractFeeRate, ONE) };
}

/** What opening takes, in USDT. */
export type OpeningCost = ContractFee & {
  readonly notional: Amount;
  /** notional ÷ leverage, up at 10⁻⁸: frozen, the position's initial margin. */
  readonly margin: Amount;
  /** margin + fee: what must be available, and what a resting limit freezes at its price. */
  readonly total: Amount;
};

/** What opening costs at a price; it rises with price and rate. The leverage is one of the contract's. */
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
 * What a resting order costs when it fires: what it froze at its limit, or what the fill itself takes where that is less.
 * A short that fills above its limit, or any order whose rate has risen since, is so opened with what was frozen.
 */
export function firedCost(
  terms: Pick<ContractTerms, 'contractSize' | 'contractFeeRate'>,
  order: {
    readonly quantity: Amount;
    readonly limit: Amount;
    /** When it was frozen. */
    readonly rate: Amount;
    readonly leverage: number;
  },
  fill: { readonly price: Amount; readonly rate: Amount },
): OpeningCost {
  const held = openingCost(terms, { ...order, price: order.limit });
  const own = openingCost(terms, { ...order, price: fill.price, rate: fill.rate });
  return own.total < held.total ? own : held;
}

/** The largest quantity in whole steps whose margin and fee a budget in USDT covers; 0 when not one step. */
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
  // Rounding up notional, margin and fee can make the last steps too dear, of a worthless coin many: hence no counting down.
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

/** A profit as the customer receives it, and what of it is rounding (0 or 1 unit, the house's). */
export type Profit = { readonly pnl: Amount; readonly pnlRounding: Amount };

/**
 * ±quantity × contractSize × (price − entryPrice) × rate in USDT, negative when lost. Down (towards −∞) at 10⁻⁸ for the
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

/**
 * What of an open profit counts towards what its customer owns, in USDT: all of it, but for that of a position whose margin is
 * promotional credit, which is that's.
 */
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

/** Checks that a leverage is one of the contract's choices; anything else, 0, −1 or 2.5 among it, is refused. */
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
