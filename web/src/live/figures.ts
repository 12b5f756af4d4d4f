/** The figures of rows and headers: a quotation updated with its latest tick, computed exactly and without floats. */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { LiveQuote } from './quote-store.ts';
import type { Quoted } from './quotes.ts';

export type LiveFigures = {
  readonly bid: string;
  readonly ask: string;
  readonly last: string;
  /** The change over 24 hours in per cent with two decimal places, such as "-1.25". */
  readonly change: string;
  readonly high: string;
  readonly low: string;
  readonly open: boolean;
};

const percentUnit = 100_000_000n;
const hundred = 100n * percentUnit;
/** Two decimal places of a per cent. */
const shownUnit = 1_000_000n;

/** Rounds to a multiple of `unit`, with halves rounded away from zero. */
function roundTo(value: bigint, unit: bigint): bigint {
  const half = value < 0n ? -unit / 2n : unit / 2n;
  return ((value + half) / unit) * unit;
}

/**
 * Returns the 24-hour change at the price `lastNow`, computed from the earlier price `lastThen` and the change `changeThen` at
 * that price.
 */
export function movedChange(changeThen: string, lastThen: string, lastNow: string): string {
  const then = amount(lastThen);
  const factor = hundred + amount(changeThen);
  if (then === 0n) return changeThen;
  const moved = (factor * amount(lastNow)) / then - hundred;
  return formatAmount(roundTo(moved, shownUnit));
}

/** Updates a quotation with the tick after it, if there is one. */
export function liveFigures(row: Quoted, tick: LiveQuote | undefined): LiveFigures {
  if (tick === undefined || tick.seq < row.tape_seq) {
    return {
      bid: row.bid,
      ask: row.ask,
      last: row.last,
      change: movedChange(row.change_24h, row.last, row.last),
      high: row.high_24h,
      low: row.low_24h,
      open: row.open,
    };
  }
  return {
    bid: tick.bid,
    ask: tick.ask,
    last: tick.last,
    change: movedChange(row.change_24h, row.last, tick.last),
    high: amount(tick.last) > amount(row.high_24h) ? tick.last : row.high_24h,
    low: amount(tick.last) < amount(row.low_24h) ? tick.last : row.low_24h,
    open: tick.open,
  };
}
