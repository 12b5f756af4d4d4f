/** The value of an open position at a quote, by the same rules as for closing it. Pure. */
import type { ContractTerms } from '@candor/domain/market/instrument.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { amount, formatAmount, ONE } from '@candor/domain/money/amount.ts';
import type { ClosablePosition } from '@candor/domain/trading/closing.ts';
import { closingPrice, profitAt } from '@candor/domain/trading/contract.ts';
import { CLOSE_OUT_SHARE, marginHealth } from '@candor/domain/trading/close-out.ts';
import { equityAt } from '@candor/domain/trading/liquidation.ts';
import type { Position } from '../live/position-list.ts';

export type TwoSided = { readonly bid: string; readonly ask: string };

export type PositionFigures = {
  readonly mark: string;
  /** The profit in USDT before the closing fee and financing. */
  readonly profit: string;
  /** The profit in per cent of the margin, such as "-12.5". */
  readonly profitPercent: string;
  /** The equity in whole per cent of the initial margin; at 50, the position is liquidated. */
  readonly health: number;
  /** The health on a scale from 0 (50 per cent or less) to 100 (100 per cent or more). */
  readonly bar: number;
};

const HUNDRED = 100n;

/** Converts an open or closing position to the form that the domain's rules need. */
export function closableOf(position: Position): ClosablePosition {
  if (position.entry_price === null)
    throw new Error(`expected position ${position.id} to be open, found no entry`);
  return {
    side: position.side,
    quantity: amount(position.open_quantity),
    entryPrice: amount(position.entry_price),
    rate: amount(position.rate),
    margin: amount(position.margin),
    initialMargin: amount(position.initial_margin),
    // A debt to an opposite position is treated like financing.
    financing: amount(position.financing) + amount(position.charge ?? '0'),
  };
}

/** Returns an instrument's terms with the rates that were in force when the position's order was accepted. */
export function ownTerms(
  terms: ContractTerms,
  { fee_rate, financing_rate }: Pick<Position, 'fee_rate' | 'financing_rate'>,
): ContractTerms {
  const financing = amount(financing_rate);
  return {
    ...terms,
    contractFeeRate: amount(fee_rate),
    financingLongRate: financing,
    financingShortRate: financing,
  };
}

/** Returns the price at which a position would close at this quote. */
export function markOf(side: Position['side'], quote: TwoSided): Amount {
  return closingPrice(side, { bid: amount(quote.bid), ask: amount(quote.ask) });
}

/** Computes a part of a whole in per cent, rounded towards zero; zero if the whole is zero. */
export function percentOf(part: Amount, whole: Amount): string {
  return whole === 0n ? '0' : formatAmount((part * HUNDRED * ONE) / whole);
}

/** Converts a health in 10⁻⁸ to whole per cent, rounded down so that the margin never looks healthier than it is. */
export function healthPercent(health: Amount): number {
  const scaled = health * HUNDRED;
  const floored = scaled < 0n ? (scaled - ONE + 1n) / ONE : scaled / ONE;
  return Number(floored);
}

export function figuresOf(
  terms: Pick<ContractTerms, 'contractSize'>,
  position: Position,
  quote: TwoSided,
): PositionFigures {
  const closable = closableOf(position);
  const price = markOf(position.side, quote);
  const { pnl } = profitAt(terms, closable, price);
  // Added margin that is still pending is not in effect yet.
  const weighed = { ...closable, margin: closable.margin - amount(position.change?.margin ?? '0') };
  const health = marginHealth(equityAt(terms, weighed, price), closable.initialMargin);
  const left = healthPercent(((health - CLOSE_OUT_SHARE) * ONE) / (ONE - CLOSE_OUT_SHARE));
  return {
    mark: formatAmount(price),
    profit: formatAmount(pnl),
    profitPercent: percentOf(pnl, closable.margin),
    health: healthPercent(health),
    bar: Math.max(0, Math.min(100, left)),
  };
}

const CENT: Amount = 1_000_000n;

/** Rounds a profit down to the cent, so that a loss is never understated. */
export function centsDown(profit: string): string {
  const value = amount(profit);
  const rest = value % CENT;
  return formatAmount(rest < 0n ? value - rest - CENT : value - rest);
}

export type TradeResult = {
  /** The sum of all closes, before costs. */
  readonly profit: string;
  /** The fees of the opening and of every close. */
  readonly fees: string;
  readonly financing: string;
  /** The losses covered by Candor. */
  readonly shortfall: string;
  /**
   * The losses covered by the customer's opposite positions, and the losses that this position covered for opposite positions.
   */
  readonly covered: string;
  readonly covers: string;
  /** The part of the loss that could not be paid immediately. */
  readonly owed: string;
  /** The customer's total profit or loss on the trade. */
  readonly net: string;
};

/** Returns the total result of a trade. For an unfilled order, result and cost are zero. */
export function resultOf(position: Position): TradeResult {
  const opened = position.entry_price !== null;
  const sum = (of: (close: Position['closes'][number]) => string): Amount =>
    position.closes.reduce((total, close) => total + amount(of(close)), 0n);
  const profit = amount(position.realised_pnl);
  const fees = (opened ? amount(position.fee) : 0n) + sum((close) => close.fee);
  const financing = sum((close) => close.financing);
  const shortfall = sum((close) => close.shortfall);
  const offset = sum((close) => close.offset ?? '0');
  const covered = offset + sum((close) => close.charged ?? '0');
  const covers = sum((close) => close.charge ?? '0');
  return {
    profit: formatAmount(profit),
    fees: formatAmount(fees),
    financing: formatAmount(financing),
    shortfall: formatAmount(shortfall - covered),
    covered: formatAmount(covered),
    covers: formatAmount(covers),
    owed: formatAmount(sum((close) => close.owed ?? '0')),
    net: formatAmount(profit - fees - financing - covers + shortfall - offset),
  };
}
