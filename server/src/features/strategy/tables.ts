/** The rows of the strategy as the executor reads and writes them: the one that waits, its trades, and what is published of a day. */
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Arming } from '../../commands/command.ts';
import { amount, bigint, flag, group, key, text, whole } from '../../commands/fields.ts';
import { CLOCK_SYMBOL } from '../../commands/market-time.ts';
import { log, reckoned, table, view } from '../../commands/table.ts';
import type { RowOf } from '../../commands/table.ts';

/** What the engine calls the row that waits. */
export const STRATEGY = 'strategy';
/** It is the one row of the house's own book. */
export const STRATEGY_BOOK = 0n;
export const STRATEGY_ROW = 1n;

export const strategyClocks = table(
  'strategy_clock',
  {
    /** The first slot ever, and the first that is not booked; null where the strategy is reported. */
    firstSlotMs: whole().orNull().fixed(),
    nextSlotMs: whole().orNull(),
    /** The day that is open, and what was booked while it was. */
    day: whole(),
    result: amount(),
    /** What the strategy's account holds. */
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

/** What the engine is told of it; it always waits for something. */
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
  /** The price that the second leg got, after it slipped. */
  sell: group({ venue: text(), price: amount(), fee: amount() }),
  /** What the sale brought less what the purchase cost, less both fees; negative where it lost. */
  result: amount(),
  /** The entry of the tape that the venues' prices were made from. */
  tapeSeq: bigint(),
  /** The journal that booked its slot; null where the slot came to nothing. */
  journalSeq: bigint().orNull(),
});

/** What two persons booked of a strategy that trades elsewhere. */
export const strategyReports = log('strategy_report', {
  /** The day that it was made on, and the open one, for which it counts. */
  day: whole(),
  countsDay: whole(),
  result: amount(),
  evidence: text(),
  /** Market clock. */
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

/** What a tier's orders under a version of its terms weigh in the publication of the day that is open; of the house's book. */
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
  /** What the principal times its time comes to over the whole day, rounded down. */
  principal: amount(),
  /** The sum over its orders of the principal times the milliseconds of the day that it was in the fund. */
  principalMs: amount(),
  rateMin: amount(),
  rateMax: amount(),
  rate: amount(),
});

export type BookedTrade = RowOf<typeof strategyTrades>;
export type StrategyReport = RowOf<typeof strategyReports>;
export type PublishedDay = RowOf<typeof fundDays>;
export type DayRate = RowOf<typeof fundRates>;
