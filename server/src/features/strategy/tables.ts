/** The rows of the strategy, as the command executor reads and writes them: the armed row, its trades, and the publications. */
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Arming } from '../../commands/command.ts';
import { amount, bigint, flag, group, key, text, whole } from '../../commands/fields.ts';
import { CLOCK_SYMBOL } from '../../commands/market-time.ts';
import { log, reckoned, table, view } from '../../commands/table.ts';
import type { RowOf } from '../../commands/table.ts';

export const STRATEGY = 'strategy';
/** The house's book. It contains the only row. */
export const STRATEGY_BOOK = 0n;
export const STRATEGY_ROW = 1n;

export const strategyClocks = table(
  'strategy_clock',
  {
    /** The very first slot, and the next slot to be booked; null if results are reported. */
    firstSlotMs: whole().orNull().fixed(),
    nextSlotMs: whole().orNull(),
    /** The open day in days since 1970, and the result booked to it so far. */
    day: whole(),
    result: amount(),
    balance: amount(),
    dueMs: whole(),
    version: whole(),
    armedSeq: bigint(),
  },
  {
    id: STRATEGY_ROW,
    beside: [reckoned('book', bigint(), () => STRATEGY_BOOK), reckoned('id', bigint(), () => STRATEGY_ROW)],
  },
);

export type StrategyClock = RowOf<typeof strategyClocks>;

/** The trigger of the row. It is armed at all times. */
export function strategyArming(row: StrategyClock): Arming & { readonly level: Amount } {
  return {
    symbol: CLOCK_SYMBOL,
    kind: STRATEGY,
    row: STRATEGY_ROW,
    version: row.version,
    condition: 'time_at_or_after',
    level: BigInt(row.dueMs),
    armedSeq: row.armedSeq,
  };
}

export const strategyTrades = log('strategy_trade', {
  slotMs: whole(),
  symbol: text(),
  quantity: amount(),
  buy: group({ venue: text(), price: amount(), fee: amount() }),
  /** The second leg. Its price includes slippage. */
  sell: group({ venue: text(), price: amount(), fee: amount() }),
  /** Sale proceeds minus purchase cost and both fees. Negative for a loss. */
  result: amount(),
  /** The entry of the tape from which the venues' prices are derived. */
  tapeSeq: bigint(),
  /** The journal that booked the slot; null if the slot's result was zero. */
  journalSeq: bigint().orNull(),
});

/** Results of an external strategy, booked under dual approval. */
export const strategyReports = log('strategy_report', {
  /** The day of the result and the open day to which it was booked, in days since 1970. */
  day: whole(),
  countsDay: whole(),
  result: amount(),
  evidence: text(),
  /** Market clock, milliseconds. */
  bookedMs: whole(),
  proposal: bigint(),
  journalSeq: bigint(),
});

export const fundDays = log('fund_day', {
  day: whole(),
  result: amount(),
  balance: amount(),
  capital: amount(),
  returned: amount(),
  wanted: amount(),
  reserved: amount(),
  covered: flag(),
  publishedMs: whole(),
  journalSeq: bigint().orNull(),
});

/**
 * The weight of a tier's orders under one version of its terms, for the publication of the open day. The rows are in the house's
 * book.
 */
export const fundWeights = view('fund_weight', {
  ...key,
  day: whole(),
  project: whole(),
  termsVersion: whole(),
  principalMs: amount(),
});

export const fundRates = log('fund_rate', {
  day: whole(),
  project: whole(),
  termsVersion: whole(),
  /** The average principal over the whole day, rounded down. */
  principal: amount(),
  /** The sum over the tier's orders of the principal times the milliseconds for which it was held during the day. */
  principalMs: amount(),
  rateMin: amount(),
  rateMax: amount(),
  rate: amount(),
});

export type BookedTrade = RowOf<typeof strategyTrades>;
export type StrategyReport = RowOf<typeof strategyReports>;
export type PublishedDay = RowOf<typeof fundDays>;
export type DayRate = RowOf<typeof fundRates>;
