/** Settlement of a closing: the parts of margin and financing, and the amount for each account, in USDT with eight decimals. */
import type { ContractTerms } from '../market/instrument.ts';
import type { Amount } from '../money/amount.ts';
import { mulDivDown, mulDivUp } from '../money/rounding.ts';
import type { ContractFee, Profit } from './contract.ts';
import { contractFee, notionalOf, profitAt } from './contract.ts';
import type { MarginedExposure } from './liquidation.ts';

/** The amounts of a closing by account. As postings, they sum to zero together with the margin that leaves the frozen account. */
export type Settlement = {
  /** The amount that leaves the frozen account. */
  readonly margin: Amount;
  /**
   * The amount paid to the customer, which is never negative: `returned` is the part up to the margin, and `gained` the part
   * above it.
   */
  readonly returned: Amount;
  readonly gained: Amount;
  /** The trading account's gain: the negated profit, before rounding. */
  readonly trading: Amount;
  /** The fee before rounding. */
  readonly fees: Amount;
  readonly interest: Amount;
  /** The rounding account's gain: 0, 1 or 2 units. */
  readonly rounding: Amount;
  /** The part of the loss above the customer's margin, which Candor pays (negative balance protection). */
  readonly shortfall: Amount;
};

/**
 * Settles released margin, profit, fee and financing. returned + gained + trading + fees + interest + rounding − margin −
 * shortfall is zero.
 */
export function settleClosing(
  parts: Profit & ContractFee & { readonly margin: Amount; readonly financing: Amount },
): Settlement {
  const { margin, pnl, pnlRounding, fee, feeRounding, financing } = parts;
  const net = margin + pnl - fee - financing;
  const paid = net > 0n ? net : 0n;
  const returned = paid < margin ? paid : margin;
  return {
    margin,
    returned,
    gained: paid - returned,
    trading: -(pnl + pnlRounding),
    fees: fee - feeRounding,
    interest: financing,
    rounding: pnlRounding + feeRounding,
    shortfall: paid - net,
  };
}

export type ClosablePosition = MarginedExposure & { readonly initialMargin: Amount };

export type Closing = Profit &
  ContractFee & {
    readonly financing: Amount;
    readonly marginReleased: Amount;
    readonly settlement: Settlement;
    /** The part that stays open; after a full closing, all fields are 0. */
    readonly rest: {
      readonly quantity: Amount;
      readonly margin: Amount;
      readonly initialMargin: Amount;
      readonly financing: Amount;
    };
  };

/**
 * Closes `quantity` (above 0 and at most the open quantity) at a price. A partial closing takes its share of the margin
 * (rounded down) and of the financing due (rounded up). If its loss and charges exceed that share, the rest of the margin
 * covers them before Candor does, so that closing in parts never returns more than the position is worth. Throws if the
 * quantity is out of range.
 */
export function closePosition(
  terms: Pick<ContractTerms, 'contractSize' | 'contractFeeRate'>,
  position: ClosablePosition,
  close: { readonly quantity: Amount; readonly price: Amount },
): Closing {
  const { quantity, price } = close;
  const open = position.quantity;
  if (quantity <= 0n || quantity > open)
    throw new Error(`expected a quantity above 0 and at most ${open}, found ${quantity}`);
  const { pnl, pnlRounding } = profitAt(terms, { ...position, quantity }, price);
  const charged = contractFee(terms, notionalOf(terms, { quantity, price, rate: position.rate }));
  const financing = mulDivUp(position.financing, quantity, open);
  const share = mulDivDown(position.margin, quantity, open);
  const needed = charged.fee + financing - pnl;
  const atLeast = needed > share ? needed : share;
  const marginReleased = atLeast < position.margin ? atLeast : position.margin;
  const parts = { pnl, pnlRounding, ...charged, financing };
  return {
    ...parts,
    marginReleased,
    settlement: settleClosing({ ...parts, margin: marginReleased }),
    rest: {
      quantity: open - quantity,
      margin: position.margin - marginReleased,
      // Rounded up, as on opening.
      initialMargin: mulDivUp(position.initialMargin, open - quantity, open),
      financing: position.financing - financing,
    },
  };
}
