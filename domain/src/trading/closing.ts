/** Settling a close: its part of margin and financing, and who gets what. USDT in 10⁻⁸. */
import type { ContractTerms } from '../market/instrument.ts';
import type { Amount } from '../money/amount.ts';
import { mulDivDown, mulDivUp } from '../money/rounding.ts';
import type { ContractFee, Profit } from './contract.ts';
import { contractFee, notionalOf, profitAt } from './contract.ts';
import type { MarginedExposure } from './liquidation.ts';

/** How a close divides the money. As postings, with margin leaving its account, these sum to zero. */
export type Settlement = {
  /** Leaves the frozen account. */
  readonly margin: Amount;
  /** Paid to the customer, never negative: `returned`, at most the margin, and `gained` beyond it. */
  readonly returned: Amount;
  readonly gained: Amount;
  /** The trading account's gain: the negated profit, before rounding. */
  readonly trading: Amount;
  /** The fee without its rounding. */
  readonly fees: Amount;
  readonly interest: Amount;
  /** The rounding account's gain: 0, 1 or 2 units. */
  readonly rounding: Amount;
  /** The loss beyond the customer's margin, which Candor pays (negative balance protection). */
  readonly shortfall: Amount;
};

/** Settles released margin, profit, fee and financing. −margin + all others − shortfall is zero. */
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

/** The fields of a position needed to close it. */
export type ClosablePosition = MarginedExposure & { readonly initialMargin: Amount };

/** A close of the whole position or a part. */
export type Closing = Profit &
  ContractFee & {
    readonly financing: Amount;
    readonly marginReleased: Amount;
    readonly settlement: Settlement;
    /** The part that stays open; quantity 0 and nothing else after a whole close. */
    readonly rest: {
      readonly quantity: Amount;
      readonly margin: Amount;
      readonly initialMargin: Amount;
      readonly financing: Amount;
    };
  };

/**
 * Closes `quantity` (above 0, at most what is open) at a price. A part takes its share of margin (down) and of the financing
 * due (up). If its loss and charges exceed that share, the rest of the margin covers them before Candor does, so that closing
 * in parts never returns more than the position is worth. A quantity out of range throws.
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
      // Rounds up, as on opening.
      initialMargin: mulDivUp(position.initialMargin, open - quantity, open),
      financing: position.financing - financing,
    },
  };
}
