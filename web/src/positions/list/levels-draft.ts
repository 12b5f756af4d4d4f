/** The draft of a position's or open order's levels: the changed levels, the result of each, and any problem. Pure. */
import type { ContractTerms } from '@candor/domain/market/instrument.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { amount, formatAmount, parseAmount } from '@candor/domain/money/amount.ts';
import type { ClosablePosition } from '@candor/domain/trading/closing.ts';
import { closePosition } from '@candor/domain/trading/closing.ts';
import { openingCost } from '@candor/domain/trading/contract.ts';
import type { LevelBasis, LevelRefusal, Levels } from '@candor/domain/trading/levels.ts';
import { checkLevels, stopKind } from '@candor/domain/trading/levels.ts';
import type { CallRequest } from '@candor/protocol/calls.ts';
import type { Position } from '../../live/position-list.ts';
import { finishedDecimal } from '../../ui/keypad-typing.ts';
import type { TwoSided } from '../position-figures.ts';
import { closableOf, markOf, ownTerms } from '../position-figures.ts';

/** The three fields. A position has one stop, which is a stop-loss or a profit lock depending on its side of the entry. */
export const levelFields = ['takeProfit', 'stop', 'trailing'] as const;
export type LevelField = (typeof levelFields)[number];
export type LevelsDraft = Readonly<Record<LevelField, string>>;

export type LevelProblem = {
  readonly code: LevelRefusal;
  readonly params: Readonly<Record<string, string>>;
};

export type LevelView = {
  /** The typed level, or undefined if it is empty or invalid. */
  readonly value: Amount | undefined;
  readonly problem: LevelProblem | undefined;
  /** The price of a close at this level: the level itself, or the current price minus a distance. */
  readonly price: Amount | undefined;
  /** The profit or loss of a close at that price in USDT, after fee and financing. */
  readonly brings: Amount | undefined;
  /** Whether the position would be liquidated before the price reaches this level. */
  readonly isBeyondCloseOut: boolean;
};

export type LevelsView = Readonly<Record<LevelField, LevelView>> & {
  readonly stopIs: 'loss' | 'lock';
  /** The request, or undefined if nothing changed or if there is a problem. */
  readonly request: CallRequest<'POST lever/setstop'> | undefined;
};

export type LevelsFacts = {
  readonly position: Position;
  readonly terms: ContractTerms;
  readonly quote: TwoSided;
};

/** Returns the current settings in the form in which they would be typed. */
export function levelsSet(position: Position): LevelsDraft {
  return {
    takeProfit: position.take_profit ?? '',
    stop: position.stop_loss ?? position.profit_lock ?? '',
    trailing: position.trailing ?? '',
  };
}

/**
 * Returns the draft of one level that the customer moved on the chart. Only this level is shown and confirmed, so the others are
 * those that the position has now, even if they changed on another device since the line was moved.
 */
export function movedLevels(draft: LevelsDraft, position: Position, field: LevelField): LevelsDraft {
  return { ...levelsSet(position), [field]: draft[field] };
}

/** Returns the price with which levels are compared: an open order's limit, or the price at which a position would close now. */
function basisOf({ position, quote }: LevelsFacts): LevelBasis {
  const { side } = position;
  if (position.entry_price === null) {
    const limit = amount(position.price ?? '0');
    return { side, entryPrice: limit, currentPrice: limit };
  }
  return { side, entryPrice: amount(position.entry_price), currentPrice: markOf(side, quote) };
}

function isBeyond({ side, liquidation_price: closeOut }: Position, price: Amount): boolean {
  if (closeOut === null) return false;
  return side === 'long' ? price <= amount(closeOut) : price >= amount(closeOut);
}

/** Converts an open order to the position that it becomes at its limit. */
function exposed({ position, terms }: LevelsFacts, basis: LevelBasis): ClosablePosition {
  if (position.entry_price !== null) return closableOf(position);
  const deal = {
    quantity: amount(position.quantity),
    price: basis.entryPrice,
    rate: amount(position.rate),
    leverage: position.leverage,
  };
  const { margin } = openingCost(terms, deal);
  const { quantity, rate } = deal;
  const { side, entryPrice } = basis;
  return { side, quantity, entryPrice, rate, margin, initialMargin: margin, financing: 0n };
}

/** Returns the profit or loss of closing everything at a price. The loss is limited to the margin. */
function bringsAt({ terms, position: own }: LevelsFacts, position: ClosablePosition, price: Amount): Amount {
  const { settlement } = closePosition(ownTerms(terms, own), position, {
    quantity: position.quantity,
    price,
  });
  return settlement.returned + settlement.gained - position.margin;
}

const wireNames = { takeProfit: 'takeProfit', trailing: 'trailing' } as const;

function levelOf(field: LevelField, value: Amount, stopIs: 'loss' | 'lock'): Levels {
  if (field !== 'stop') return { [wireNames[field]]: value };
  return stopIs === 'lock' ? { profitLock: value } : { stopLoss: value };
}

function isSet(position: Position, field: LevelField, value: Amount | undefined): boolean {
  const set = levelsSet(position)[field];
  return value === undefined ? set === '' : set !== '' && amount(set) === value;
}

function viewOf(
  field: LevelField,
  text: string,
  at: { readonly facts: LevelsFacts; readonly basis: LevelBasis; readonly stopIs: 'loss' | 'lock' },
): LevelView {
  const { facts, basis, stopIs } = at;
  const { terms, position } = facts;
  const value = parseAmount(finishedDecimal(text));
  if (value === undefined) {
    return { value, problem: undefined, price: undefined, brings: undefined, isBeyondCloseOut: false };
  }
  // An existing level was valid when it was set, so only changed levels are checked.
  const checked = isSet(position, field, value)
    ? undefined
    : checkLevels(terms, basis, levelOf(field, value, stopIs));
  const back = basis.side === 'long' ? -value : value;
  const price = field === 'trailing' ? basis.currentPrice + back : value;
  const isPrice = price > 0n && checked?.ok !== false;
  return {
    value,
    problem:
      checked?.ok === false
        ? { code: checked.refusal.code, params: checked.refusal.params ?? {} }
        : undefined,
    price: isPrice ? price : undefined,
    brings: isPrice ? bringsAt(facts, exposed(facts, basis), price) : undefined,
    isBeyondCloseOut: isPrice && isBeyond(position, price),
  };
}

function requestOf(
  position: Position,
  views: Readonly<Record<LevelField, LevelView>>,
  stopIs: 'loss' | 'lock',
): CallRequest<'POST lever/setstop'> | undefined {
  const changed = levelFields.filter((field) => !isSet(position, field, views[field].value));
  if (changed.length === 0 || levelFields.some((field) => views[field].problem !== undefined))
    return undefined;
  const text = (field: LevelField): string | null => {
    const { value } = views[field];
    return value === undefined ? null : formatAmount(value);
  };
  const stop = text('stop');
  // A removal clears the existing kind of stop; setting one kind removes the other automatically.
  const stopName = (stop === null ? position.profit_lock !== null : stopIs === 'lock')
    ? 'profit_lock'
    : 'stop_loss';
  return {
    id: position.id,
    ...(changed.includes('takeProfit') ? { take_profit: text('takeProfit') } : {}),
    ...(changed.includes('stop') ? { [stopName]: stop } : {}),
    ...(changed.includes('trailing') ? { trailing: text('trailing') } : {}),
  };
}

export function readLevels(draft: LevelsDraft, facts: LevelsFacts): LevelsView {
  const basis = basisOf(facts);
  const stop = parseAmount(finishedDecimal(draft.stop));
  // An open order has no profit to lock.
  const canLock = facts.position.entry_price !== null;
  const stopIs = canLock && stop !== undefined && stop > 0n ? stopKind(basis, stop) : 'loss';
  const at = { facts, basis, stopIs };
  const views = {
    takeProfit: viewOf('takeProfit', draft.takeProfit, at),
    stop: viewOf('stop', draft.stop, at),
    trailing: viewOf('trailing', draft.trailing, at),
  };
  return { ...views, stopIs, request: requestOf(facts.position, views, stopIs) };
}
