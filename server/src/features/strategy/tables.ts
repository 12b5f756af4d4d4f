/** The rows of the strategy as the executor reads and writes them: the one that waits, its trades, and what is published of a day. */
import type { StrategyTrade } from '@candor/domain/fund/strategy.ts';
import type { FundHolding } from '@candor/domain/fund/publication.ts';
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { amountColumn, fixed, valuesOf, whole, word } from '../../commands/columns.ts';
import type { Arming } from '../../commands/command.ts';
import { CLOCK_SYMBOL } from '../../commands/market-time.ts';
import type { LogTable, RowTable } from '../../commands/table.ts';

/** What the engine calls the row that waits. */
export const STRATEGY = 'strategy';
/** It is the one row of the house's own book. */
export const STRATEGY_BOOK = 0n;
export const STRATEGY_ROW = 1n;

export type StrategyClock = {
  /** The first slot ever, and the first that is not booked; null where the strategy is reported. */
  readonly firstSlotMs: number | null;
  readonly nextSlotMs: number | null;
  /** The day that is open, and what was booked while it was. */
  readonly day: number;
  readonly result: Amount;
  /** What the strategy's account holds. */
  readonly balance: Amount;
  readonly dueMs: number;
  readonly version: number;
  readonly armedSeq: bigint;
};

export const strategyClocks: RowTable<StrategyClock> = {
  name: 'strategy_clock',
  columns: [
    whole('book', () => STRATEGY_BOOK),
    whole('id', () => STRATEGY_ROW),
    fixed(whole('first_slot_ms', (row) => row.firstSlotMs)),
    whole('next_slot_ms', (row) => row.nextSlotMs),
    whole('day', (row) => row.day),
    amountColumn('result', (row) => row.result),
    amountColumn('balance', (row) => row.balance),
    whole('due_ms', (row) => row.dueMs),
    whole('version', (row) => row.version),
    whole('armed_seq', (row) => row.armedSeq),
  ],
  idOf: () => STRATEGY_ROW,
  openWhere: 'true',
  isOpen: () => true,
  read: readClock,
};

/** Reads a row of `strategy_clock`, each value as the text that PostgreSQL sent. */
export function readClock(raw: Readonly<Record<string, string | null>>): StrategyClock {
  const { text, orNull } = valuesOf(raw);
  return {
    firstSlotMs: orNull('first_slot_ms', Number),
    nextSlotMs: orNull('next_slot_ms', Number),
    day: Number(text('day')),
    result: fromNumeric(text('result')),
    balance: fromNumeric(text('balance')),
    dueMs: Number(text('due_ms')),
    version: Number(text('version')),
    armedSeq: BigInt(text('armed_seq')),
  };
}

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

export type BookedTrade = StrategyTrade & {
  /** The journal that booked its slot; null where the slot came to nothing. */
  readonly journalSeq: bigint | null;
};

export const strategyTrades: LogTable<BookedTrade> = {
  name: 'strategy_trade',
  columns: [
    whole('slot_ms', (row) => row.slotMs),
    word('symbol', (row) => row.symbol),
    amountColumn('quantity', (row) => row.quantity),
    word('buy_venue', (row) => row.buy.venue),
    amountColumn('buy_price', (row) => row.buy.price),
    amountColumn('buy_fee', (row) => row.buy.fee),
    word('sell_venue', (row) => row.sell.venue),
    amountColumn('sell_price', (row) => row.sell.price),
    amountColumn('sell_fee', (row) => row.sell.fee),
    amountColumn('result', (row) => row.result),
    whole('tape_seq', (row) => row.tapeSeq),
    whole('journal_seq', (row) => row.journalSeq),
  ],
};

/** What two persons booked of a strategy that trades elsewhere. */
export type StrategyReport = {
  /** The day that it was made on, and the open one, for which it counts. */
  readonly day: number;
  readonly countsDay: number;
  readonly result: Amount;
  readonly evidence: string;
  /** Market clock. */
  readonly bookedMs: number;
  readonly proposal: bigint;
  readonly journalSeq: bigint;
};

export const strategyReports: LogTable<StrategyReport> = {
  name: 'strategy_report',
  columns: [
    whole('day', (row) => row.day),
    whole('counts_day', (row) => row.countsDay),
    amountColumn('result', (row) => row.result),
    word('evidence', (row) => row.evidence),
    whole('booked_ms', (row) => row.bookedMs),
    whole('proposal', (row) => row.proposal),
    whole('journal_seq', (row) => row.journalSeq),
  ],
};

export type PublishedDay = {
  readonly day: number;
  readonly result: Amount;
  readonly balance: Amount;
  readonly capital: Amount;
  readonly returned: Amount;
  readonly wanted: Amount;
  readonly reserved: Amount;
  readonly covered: boolean;
  readonly publishedMs: number;
  readonly journalSeq: bigint | null;
};

export const fundDays: LogTable<PublishedDay> = {
  name: 'fund_day',
  columns: [
    whole('day', (row) => row.day),
    amountColumn('result', (row) => row.result),
    amountColumn('balance', (row) => row.balance),
    amountColumn('capital', (row) => row.capital),
    amountColumn('returned', (row) => row.returned),
    amountColumn('wanted', (row) => row.wanted),
    amountColumn('reserved', (row) => row.reserved),
    { name: 'covered', type: 'boolean', get: (row) => (row.covered ? 't' : 'f') },
    whole('published_ms', (row) => row.publishedMs),
    whole('journal_seq', (row) => row.journalSeq),
  ],
};

/** What a tier's orders under a version of its terms weigh in the publication of the day that is open; a view, of the house's book. */
type FundWeight = Pick<FundHolding, 'project' | 'termsVersion' | 'principalMs'> & {
  readonly book: bigint;
  readonly id: bigint;
  readonly day: number;
};

export const fundWeights: RowTable<FundWeight> = {
  name: 'fund_weight',
  columns: [],
  idOf: (row) => row.id,
  openWhere: 'true',
  isOpen: () => true,
  read: (raw) => {
    const { text } = valuesOf(raw);
    return {
      book: BigInt(text('book')),
      id: BigInt(text('id')),
      day: Number(text('day')),
      project: Number(text('project')),
      termsVersion: Number(text('terms_version')),
      principalMs: fromNumeric(text('principal_ms')),
    };
  },
};

export type DayRate = FundHolding & {
  readonly day: number;
  readonly rate: Amount;
  /** What the principal times its time comes to over the whole day, rounded down. */
  readonly principal: Amount;
};

export const fundRates: LogTable<DayRate> = {
  name: 'fund_rate',
  columns: [
    whole('day', (row) => row.day),
    whole('project', (row) => row.project),
    whole('terms_version', (row) => row.termsVersion),
    amountColumn('principal', (row) => row.principal),
    amountColumn('principal_ms', (row) => row.principalMs),
    amountColumn('rate_min', (row) => row.rateMin),
    amountColumn('rate_max', (row) => row.rateMax),
    amountColumn('rate', (row) => row.rate),
  ],
};
