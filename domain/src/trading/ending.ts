/** The figures that explain why a leveraged position was closed by its liquidation or by a level. */
import type { ContractTerms } from '../market/instrument.ts';
import type { Amount } from '../money/amount.ts';
import { closeOutPrice, marginHealth } from './close-out.ts';
import type { Exposure } from './contract.ts';

export type EndedPosition = Exposure & {
  /** The amount that was frozen for the position when it was closed. */
  readonly margin: Amount;
  readonly initialMargin: Amount;
  /** Overnight financing, and charges for losses of the opposite side. */
  readonly financing: Amount;
  readonly charge: Amount;
  /** The profit at the closing price, before the fee and financing. */
  readonly pnl: Amount;
};

export type EndingFigures = {
  /** The price at which the equity is half of the initial margin; null if no price liquidates the position. */
  readonly liquidationPrice: Amount | null;
  /** The equity at the closing price; negative if the loss exceeds the margin. */
  readonly equity: Amount;
  /** The equity as a fraction of the initial margin, in 10⁻⁸, rounded down. */
  readonly health: Amount;
};

export function endingFigures(
  terms: Pick<ContractTerms, 'contractSize'>,
  position: EndedPosition,
): EndingFigures {
  const costs = position.financing + position.charge;
  const equity = position.margin + position.pnl - costs;
  return {
    liquidationPrice: closeOutPrice(terms, { ...position, financing: costs }),
    equity,
    health: marginHealth(equity, position.initialMargin),
  };
}
