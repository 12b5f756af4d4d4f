/** The effect of added margin on a position's margin, health and liquidation price. Pure. */
import type { ContractTerms } from '@candor/domain/market/instrument.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { formatAmount, parseAmount } from '@candor/domain/money/amount.ts';
import { floorToStep } from '@candor/domain/money/rounding.ts';
import { closeOutPrice, marginHealth } from '@candor/domain/trading/close-out.ts';
import { equityAt } from '@candor/domain/trading/liquidation.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import type { Position } from '../../live/position-list.ts';
import { finishedDecimal } from '../../ui/keypad-typing.ts';
import type { TwoSided } from '../position-figures.ts';
import { closableOf, healthPercent, markOf } from '../position-figures.ts';

export type MarginProblem = {
  readonly code: RefusalCode | 'amount_missing';
  readonly params: Readonly<Record<string, string>>;
};

type Standing = {
  readonly margin: Amount;
  /** The liquidation price, or null if no price can liquidate the position. */
  readonly closeOut: Amount | null;
  /** In whole per cent. */
  readonly health: number;
};

export type MarginView = {
  readonly added: Amount | undefined;
  readonly problem: MarginProblem | undefined;
  readonly now: Standing;
  readonly after: Standing;
};

export type MarginFacts = {
  readonly position: Position;
  readonly terms: ContractTerms;
  readonly quote: TwoSided;
  /** The available balance of the account that provided the position's margin; undefined while unknown. */
  readonly available: Amount | undefined;
};

/** Amounts of USDT are typed to the cent. */
export const marginDecimals = 2;
const cent: Amount = 1_000_000n;

function problemOf(
  added: Amount | undefined,
  { available, position }: MarginFacts,
): MarginProblem | undefined {
  if (added === undefined) return { code: 'amount_missing', params: {} };
  if (added === 0n) return { code: 'amount_wrong', params: {} };
  if (available === undefined || added <= available) return undefined;
  return {
    code: position.collateral === 'promo' ? 'credit_insufficient' : 'margin_insufficient',
    params: { needed: formatAmount(added), available: formatAmount(available), currency: 'USDT' },
  };
}

export function readMargin(typed: string, facts: MarginFacts): MarginView {
  const { position, terms, quote } = facts;
  const closable = closableOf(position);
  const price = markOf(position.side, quote);
  const added = parseAmount(finishedDecimal(typed));
  const standing = (more: Amount): Standing => {
    const raised = { ...closable, margin: closable.margin + more };
    return {
      margin: raised.margin,
      closeOut: closeOutPrice(terms, raised),
      health: healthPercent(marginHealth(equityAt(terms, raised, price), raised.initialMargin)),
    };
  };
  return { added, problem: problemOf(added, facts), now: standing(0n), after: standing(added ?? 0n) };
}

/** Converts a percentage of the available amount to an amount in whole cents. */
export function shareOfAvailable(percent: number, available: Amount): string {
  const part = floorToStep((available * BigInt(percent)) / 100n, cent);
  return part === 0n ? '' : formatAmount(part);
}

/** Converts an amount to a percentage of the available amount, 0 to 100. */
export function availableShare(added: Amount | undefined, available: Amount | undefined): number {
  if (added === undefined || available === undefined || available === 0n) return 0;
  const percent = (added * 100n + available / 2n) / available;
  return percent > 100n ? 100 : Number(percent);
}
