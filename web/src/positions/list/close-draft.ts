/** The result of closing a position or the typed part of it, and any problem. Pure. */
import type { ContractTerms } from '@candor/domain/market/instrument.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { amount, formatAmount, parseAmount } from '@candor/domain/money/amount.ts';
import { floorToStep } from '@candor/domain/money/rounding.ts';
import type { Closing } from '@candor/domain/trading/closing.ts';
import { closePosition } from '@candor/domain/trading/closing.ts';
import type { CallRequest } from '@candor/protocol/calls.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import type { Position } from '../../live/position-list.ts';
import { finishedDecimal } from '../../ui/keypad-typing.ts';
import type { TwoSided } from '../position-figures.ts';
import { closableOf, markOf, ownTerms } from '../position-figures.ts';

export type CloseProblem = {
  readonly code: RefusalCode | 'quantity_missing';
  readonly params: Readonly<Record<string, string>>;
};

export type CloseView = {
  readonly quantity: Amount | undefined;
  readonly isWhole: boolean;
  readonly problem: CloseProblem | undefined;
  /** The result at the current quote, or undefined if the quantity can't be closed. */
  readonly closing: (Closing & { readonly price: Amount }) | undefined;
  readonly request: CallRequest<'POST lever/close'> | undefined;
};

type Bounds = Pick<ContractTerms, 'contractStep'>;

/**
 * Predicts the server's refusal of a quantity. A part must be a multiple of the step; the limits on the size of orders do not
 * apply.
 */
function problemOf(quantity: Amount | undefined, open: Amount, terms: Bounds): CloseProblem | undefined {
  if (quantity === undefined || quantity === 0n) return { code: 'quantity_missing', params: {} };
  if (quantity === open) return undefined;
  if (quantity > open) return { code: 'quantity_above_maximum', params: { max: formatAmount(open) } };
  if (quantity < terms.contractStep) {
    return { code: 'quantity_below_minimum', params: { min: formatAmount(terms.contractStep) } };
  }
  if (quantity % terms.contractStep === 0n) return undefined;
  return { code: 'quantity_off_step', params: { step: formatAmount(terms.contractStep) } };
}

export type CloseFacts = {
  readonly position: Position;
  readonly terms: ContractTerms;
  readonly quote: TwoSided;
};

export function readClose(typed: string, { position, terms, quote }: CloseFacts): CloseView {
  const closable = closableOf(position);
  const quantity = parseAmount(finishedDecimal(typed));
  const problem = problemOf(quantity, closable.quantity, terms);
  const isWhole = quantity === closable.quantity;
  if (quantity === undefined || problem !== undefined) {
    return { quantity, isWhole, problem, closing: undefined, request: undefined };
  }
  const price = markOf(position.side, quote);
  const part = isWhole ? {} : { quantity: formatAmount(quantity) };
  return {
    quantity,
    isWhole,
    problem,
    closing: { ...closePosition(ownTerms(terms, position), closable, { quantity, price }), price },
    request: { id: position.id, ...part },
  };
}

/** Converts a percentage of the open size to a quantity in whole steps. 100 is the full size. */
export function shareOfOpen(percent: number, position: Position, terms: Bounds): string {
  const open = amount(position.open_quantity);
  if (percent >= 100) return formatAmount(open);
  const part = floorToStep((open * BigInt(percent)) / 100n, terms.contractStep);
  return part === 0n ? '' : formatAmount(part);
}

/** Converts a quantity to a percentage of the open size, 0 to 100. */
export function openShare(quantity: Amount | undefined, position: Position): number {
  const open = amount(position.open_quantity);
  if (quantity === undefined || open === 0n) return 0;
  const percent = (quantity * 100n + open / 2n) / open;
  return percent > 100n ? 100 : Number(percent);
}
