/** What an open position is worth at a quote, by the very rules that close it. Pure. */
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
  /** The price at which it would close now. */
  readonly mark: string;
  /** In USDT, before the closing fee and financing. */
  readonly profit: string;
  /** Of the margin, in per cent: "-12.5". */
  readonly profitPercent: string;
  /** Equity in per cent of the initial margin, a whole number: 50 is close-out. */
  readonly health: number;
  /** How much of the way from 100 to 50 per cent is left, 0 to 100. */
  readonly bar: number;
};

const HUNDRED = 100n;

/** A position that is open or closing, as the domain's rules take it. */
export function closableOf(position: Position): ClosablePosition {
  if (position.entry_price === null) throw new Error(`position ${position.id} was never opened`);
  return {
    side: position.side,
    quantity: amount(position.open_quantity),
    entryPrice: amount(position.entry_price),
    rate: amount(position.rate),
    margin: amount(position.margin),
    initialMargin: amount(position.initial_margin),
    // What it owes of an opposite position weighs like financing.
    financing: amount(position.financing) + amount(position.charge ?? '0'),
  };
}

/** An instrument's terms as they are a position's own: with the rates that counted when its order was accepted. */
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

/** The price at which a position would close at this quote. */
export function markOf(side: Position['side'], quote: TwoSided): Amount {
  return closingPrice(side, { bid: amount(quote.bid), ask: amount(quote.ask) });
}

/** A part of a whole in per cent, towards zero; of nothing it is 0. */
export function percentOf(part: Amount, whole: Amount): string {
  return whole === 0n ? '0' : formatAmount((part * HUNDRED * ONE) / whole);
}

/** A health in 10⁻⁸ as a whole per cent, rounded down, so that 50 is not shown before it is reached. */
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
  // Margin whose change waits does not count yet.
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

/** A profit to the cent as it is shown: down, so that a loss is never shown smaller than it is. */
export function centsDown(profit: string): string {
  const value = amount(profit);
  const rest = value % CENT;
  return formatAmount(rest < 0n ? value - rest - CENT : value - rest);
}

export type TradeResult = {
  /** Of all closings, before what it cost. */
  readonly profit: string;
  /** Of the opening and of every closing. */
  readonly fees: string;
  readonly financing: string;
  /** What the house bore. */
  readonly shortfall: string;
  /** What an opposite position of the customer's bore of its losses, and what it bore of theirs. */
  readonly covered: string;
  readonly covers: string;
  /** What could not be paid at once. */
  readonly owed: string;
  /** What the customer won or lost with it in all. */
  readonly net: string;
};

/** What a trade brought in all. An order that never filled brought nothing and cost nothing. */
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
