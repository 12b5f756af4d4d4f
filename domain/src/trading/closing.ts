/** What a closing brings: the part of margin and financing that goes with it, and who gets what. USDT in 10⁻⁸. */
import type { ContractTerms } from '../market/instrument.ts';
import type { Amount } from '../money/amount.ts';
import { mulDivDown, mulDivUp } from '../money/rounding.ts';
import type { ContractFee, Profit } from './contract.ts';
import { contractFee, notionalOf, profitAt } from './contract.ts';
import type { MarginedExposure } from './liquidation.ts';

/** Who gets what of a closing. As postings, with margin leaving its account, these sum to zero. */
export type Settlement = {
  /** Leaves the frozen account. */
  readonly margin: Amount;
  /** What the customer gets, never negative: `returned`, at most the margin, and `gained` beyond it. */
  readonly returned: Amount;
  readonly gained: Amount;
  /** The trading account gains this: the profit negated, before its rounding. */
  readonly trading: Amount;
  /** The fee without its rounding. */
  readonly fees: Amount;
  readonly interest: Amount;
  /** What rounding gave the house: 0, 1 or 2 units. */
  readonly rounding: Amount;
  /** What is missing after the customer's margin is used up; the house bears it (negative balance protection). */
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

/** A position as its closing needs it. */
export type ClosablePosition = MarginedExposure & { readonly initialMargin: Amount };

/** A closing of the whole or of a part. */
export type Closing = Profit &
  ContractFee & {
    readonly financing: Amount;
    readonly marginReleased: Amount;
    readonly settlement: Settlement;
    /** What stays open; quantity 0 and nothing else after a whole close. */
    readonly rest: {
      readonly quantity: Amount;
      readonly margin: Amount;
      readonly initialMargin: Amount;
      readonly financing: Amount;
    };
  };

/**
 * Closes `quantity` (above 0, at most what is open) at a price. A part takes its share of margin (down) and of the
 * financing due (up). Where its loss and charges exceed that share, the rest of the margin makes up for it before the
 * house does, so that no way of closing in parts brings more than the position is worth. A quantity out of range throws.
 */
export function closePosition(
  terms: Pick<ContractTerms, 'contractSize' | 'contractFeeRate'>,
  position: ClosablePosition,
  close: { readonly quantity: Amount; readonly price: Amount },
): Closing {
  const { quantity, price } = close;
  const open = position.quantity;
  if (quantity <= 0n || quantity > open) throw new Error(`cannot close ${quantity} of ${open}`);
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
      // Up, as it was on opening.
      initialMargin: mulDivUp(position.initialMargin, open - quantity, open),
      financing: position.financing - financing,
    },
  };
}
