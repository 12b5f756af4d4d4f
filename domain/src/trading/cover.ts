/**
 * What the house may promise: every open position is counted with what the house would have to pay if its market moved by a
 * stated part against the house, net of nothing, and the sums are bounded by what the house can pay with. USDT in 10⁻⁸.
 */
import type { ContractTerms, InstrumentKind } from '../market/instrument.ts';
import { amount, ONE } from '../money/amount.ts';
import type { Amount } from '../money/amount.ts';
import { mulDivDown, mulDivUp } from '../money/rounding.ts';
import { notionalOf } from './contract.ts';
import type { PositionSide } from './contract.ts';

/** The move that is counted with, as a part of the price at which the position opened. */
const STRESS_MOVES: Readonly<Record<InstrumentKind, Amount>> = {
  crypto: amount('0.2'),
  metal: amount('0.1'),
  forex: amount('0.05'),
};

/** Of the cover, how much the positions of one symbol and side may take, and those that one factor moves one way. */
const SYMBOL_SHARE: Amount = amount('0.5');
const FACTOR_SHARE: Amount = amount('0.75');

/** What the house pays if the market moves by the stated part against it, up. */
export function stressLoss(
  terms: Pick<ContractTerms, 'contractSize'> & { readonly kind: InstrumentKind },
  position: { readonly quantity: Amount; readonly price: Amount; readonly rate: Amount },
): Amount {
  return mulDivUp(notionalOf(terms, position), STRESS_MOVES[terms.kind], ONE);
}

/** A symbol, and which way each shared factor moves it. */
export type Factored = {
  readonly symbol: string;
  readonly factors: readonly { readonly factor: string; readonly sign: 1 | -1 }[];
};

/** What is counted of a symbol's open positions of one side. */
export type Counted = { readonly value: Amount; readonly raised: Amount };

/** One bound: the most, what is counted towards it, and what of that came last. */
export type CoverBound = { readonly max: Amount; readonly used: Amount; readonly raised: Amount };

/**
 * The bounds that a position of a symbol and side is held against: the symbol's own, each factor's, and that of everything,
 * in which a symbol counts with its greater side, because its price moves only one way.
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
  if (own === undefined) throw new Error(`${at.symbol} is not among the symbols`);
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

/** How much more may be counted, never below zero. */
export function coverLeft(bounds: readonly CoverBound[]): Amount {
  const left = bounds.map(({ max, used }) => (max > used ? max - used : 0n));
  return left.reduce((least, one) => (one < least ? one : least));
}

/**
 * Whether this much may be added without knowing what is being added elsewhere at the same time. A batch that counts beside
 * others adds at most a 32nd of a bound, and only while that leaves the bound half empty as the batch read it. Of sixteen such batches,
 * one for each slot that may write, the others add at most fifteen 32nds to what the one that read last saw.
 */
export function isRoomy(bounds: readonly CoverBound[], adding: Amount): boolean {
  return bounds.every(
    ({ max, used, raised }) => 2n * (used + adding) <= max && 32n * (raised + adding) <= max,
  );
}

/** The largest quantity in whole steps that adds at most this much. */
export function coveredQuantity(
  terms: Pick<ContractTerms, 'contractSize' | 'contractStep'> & { readonly kind: InstrumentKind },
  at: { readonly price: Amount; readonly rate: Amount; readonly left: Amount },
): Amount {
  const step = stressLoss(terms, { quantity: terms.contractStep, price: at.price, rate: at.rate });
  // Whole steps each rounded up cost no less than all of them rounded once.
  return step === 0n ? 0n : (at.left / step) * terms.contractStep;
}
