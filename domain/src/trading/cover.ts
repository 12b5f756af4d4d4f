/**
 * The cover of open positions. Each position is counted at its stress loss, which is the amount that Candor would have to pay
 * if the price moved by a fixed fraction against Candor. The losses are summed without netting, and the sums are limited by
 * the amount that Candor can pay. In USDT with eight decimals.
 */
import type { ContractTerms, InstrumentKind } from '../market/instrument.ts';
import { amount, ONE } from '../money/amount.ts';
import type { Amount } from '../money/amount.ts';
import { mulDivDown, mulDivUp } from '../money/rounding.ts';
import { notionalOf } from './contract.ts';
import type { PositionSide } from './contract.ts';

/** The assumed price move, as a fraction of the opening price. */
const STRESS_MOVES: Readonly<Record<InstrumentKind, Amount>> = {
  crypto: amount('0.2'),
  metal: amount('0.1'),
  forex: amount('0.05'),
};

/**
 * The maximum fractions of the cover for the positions of one symbol and side, and for all positions that one factor moves in
 * one direction.
 */
const SYMBOL_SHARE: Amount = amount('0.5');
const FACTOR_SHARE: Amount = amount('0.75');

/** Returns Candor's loss from a position if the price moves by the assumed fraction against Candor, rounded up. */
export function stressLoss(
  terms: Pick<ContractTerms, 'contractSize'> & { readonly kind: InstrumentKind },
  position: { readonly quantity: Amount; readonly price: Amount; readonly rate: Amount },
): Amount {
  return mulDivUp(notionalOf(terms, position), STRESS_MOVES[terms.kind], ONE);
}

/** A symbol, and the direction in which each factor moves its price. */
export type Factored = {
  readonly symbol: string;
  readonly factors: readonly { readonly factor: string; readonly sign: 1 | -1 }[];
};

/** The amounts counted for the open positions of a symbol, by side. */
export type Counted = { readonly value: Amount; readonly raised: Amount };

/** A bound: the maximum, the amount counted towards it, and the part of that amount added by the current batch. */
export type CoverBound = { readonly max: Amount; readonly used: Amount; readonly raised: Amount };

/**
 * Returns the bounds for a position of a symbol and side: one for the symbol and side, one for each factor, and the total. In
 * the total, a symbol is counted at its greater side, because its price can move in only one direction.
 */
export function coverBounds(
  at: { readonly symbol: string; readonly side: PositionSide },
  house: {
    readonly cover: Amount;
    readonly symbols: readonly Factored[];
    readonly counted: (symbol: string, side: PositionSide) => Counted;
  },
): CoverBound[] {
  const { cover, symbols, counted } = house;
  const max = cover > 0n ? cover : 0n;
  const sum = (parts: readonly Counted[], share: Amount): CoverBound => ({
    max: mulDivDown(max, share, ONE),
    used: parts.reduce((total, { value }) => total + value, 0n),
    raised: parts.reduce((total, { raised }) => total + raised, 0n),
  });
  const own = symbols.find(({ symbol }) => symbol === at.symbol);
  if (own === undefined) throw new Error(`expected a listed symbol, found ${at.symbol}`);
  const long = at.side === 'long' ? 1 : -1;
  const alike = own.factors.map(({ factor, sign }) =>
    symbols.flatMap(({ symbol, factors }) => {
      const shared = factors.find((one) => one.factor === factor);
      return shared === undefined
        ? []
        : [counted(symbol, shared.sign * sign * long === 1 ? 'long' : 'short')];
    }),
  );
  const greater = symbols.map(({ symbol }) => {
    if (symbol === at.symbol) return counted(symbol, at.side);
    const [one, other] = [counted(symbol, 'long'), counted(symbol, 'short')];
    return { value: one.value > other.value ? one.value : other.value, raised: one.raised + other.raised };
  });
  return [
    sum([counted(at.symbol, at.side)], SYMBOL_SHARE),
    ...alike.map((parts) => sum(parts, FACTOR_SHARE)),
    sum(greater, ONE),
  ];
}

/** Returns the amount that may still be added within all bounds; never below zero. */
export function coverLeft(bounds: readonly CoverBound[]): Amount {
  const left = bounds.map(({ max, used }) => (max > used ? max - used : 0n));
  return left.reduce((least, one) => (one < least ? one : least));
}

/**
 * Whether an amount may be added without knowing the amounts that are added concurrently. A batch that counts concurrently
 * adds at most a 32nd of a bound, and only if at least half of the bound stays free according to the count that the batch
 * read. There are sixteen such batches, one per writable slot, so the other batches add at most fifteen 32nds of the bound to
 * that count.
 */
export function isRoomy(bounds: readonly CoverBound[], adding: Amount): boolean {
  return bounds.every(
    ({ max, used, raised }) => 2n * (used + adding) <= max && 32n * (raised + adding) <= max,
  );
}

/** Returns the largest quantity in whole steps whose stress loss is at most a given amount. */
export function coveredQuantity(
  terms: Pick<ContractTerms, 'contractSize' | 'contractStep'> & { readonly kind: InstrumentKind },
  at: { readonly price: Amount; readonly rate: Amount; readonly left: Amount },
): Amount {
  const step = stressLoss(terms, { quantity: terms.contractStep, price: at.price, rate: at.rate });
  // The sum of individually rounded-up steps is at least the rounded-up total.
  return step === 0n ? 0n : (at.left / step) * terms.contractStep;
}
