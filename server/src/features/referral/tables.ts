/** The rows of shares, as the executor appends and changes them, and as they are read. */
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { rewardShortfalls } from '@candor/protocol/schemas/referral.ts';
import { append, put } from '../../commands/command.ts';
import type { Append, Arming, Put } from '../../commands/command.ts';
import { CLOCK_SYMBOL } from '../../commands/market-time.ts';
import { amountColumn, fixed, valuesOf, whole, word } from '../../commands/columns.ts';
import type { Column, RowTable } from '../../commands/table.ts';

export type Shortfall = (typeof rewardShortfalls)[number];

/** What the engine calls a share that waits to be paid. */
export const REFERRAL_REWARD = 'referral_reward';

export type RewardRow = {
  /** Who earns it. */
  readonly book: bigint;
  readonly id: bigint;
  /** Whose income it is a share of: the payment of one order. */
  readonly source: bigint;
  readonly orderId: bigint;
  readonly number: number;
  readonly level: number;
  readonly base: Amount;
  /** Part of one. */
  readonly rate: Amount;
  readonly amount: Amount;
  /** Why it is nothing. */
  readonly shortfall: Shortfall | null;
  readonly status: 'due' | 'paid' | 'none';
  readonly version: number;
  readonly armedSeq: bigint;
  /** When the income was paid; market clock, milliseconds. */
  readonly timeMs: number;
  readonly paidMs: number | null;
  readonly journalSeq: bigint | null;
};

const columns: readonly Column<RewardRow>[] = [
  whole('book', (row) => row.book),
  whole('id', (row) => row.id),
  fixed(whole('source', (row) => row.source)),
  fixed(whole('order_id', (row) => row.orderId)),
  fixed(whole('number', (row) => row.number)),
  fixed(whole('level', (row) => row.level)),
  fixed(amountColumn('base', (row) => row.base)),
  fixed(amountColumn('rate', (row) => row.rate)),
  fixed(amountColumn('amount', (row) => row.amount)),
  word('shortfall', (row) => row.shortfall),
  word('status', (row) => row.status),
  whole('version', (row) => row.version),
  fixed(whole('armed_seq', (row) => row.armedSeq)),
  fixed(whole('time_ms', (row) => row.timeMs)),
  whole('paid_ms', (row) => row.paidMs),
  whole('journal_seq', (row) => row.journalSeq),
];

export const rewards: RowTable<RewardRow> = {
  name: 'referral_reward',
  columns,
  idOf: (row) => row.id,
  openWhere: `t.status = 'due'`,
  isOpen: (row) => row.status === 'due',
  read: readReward,
};

/** Reads a row of `referral_reward`, each value as the text that PostgreSQL sent. */
export function readReward(raw: Readonly<Record<string, string | null>>): RewardRow {
  const { text, orNull } = valuesOf(raw);
  return {
    book: BigInt(text('book')),
    id: BigInt(text('id')),
    source: BigInt(text('source')),
    orderId: BigInt(text('order_id')),
    number: Number(text('number')),
    level: Number(text('level')),
    base: fromNumeric(text('base')),
    rate: fromNumeric(text('rate')),
    amount: fromNumeric(text('amount')),
    shortfall: orNull('shortfall', (value) => value as Shortfall),
    status: text('status') as RewardRow['status'],
    version: Number(text('version')),
    armedSeq: BigInt(text('armed_seq')),
    timeMs: Number(text('time_ms')),
    paidMs: orNull('paid_ms', Number),
    journalSeq: orNull('journal_seq', BigInt),
  };
}

/** A share as the command of its source writes it, on the book of another. */
export function appendReward(row: RewardRow): Append {
  return append({ name: rewards.name, columns }, row);
}

/** The end of a share. */
export function endReward(
  row: RewardRow,
  end: Pick<RewardRow, 'status' | 'shortfall' | 'paidMs' | 'journalSeq'>,
): Put {
  return put(rewards, { ...row, ...end, version: row.version + 1 });
}

/** What the engine is told of a share: the next quote pays it. */
export function rewardArming(row: RewardRow): Arming {
  return {
    book: row.book,
    symbol: CLOCK_SYMBOL,
    kind: REFERRAL_REWARD,
    row: row.id,
    version: row.version,
    condition: 'time_at_or_after',
    level: row.status === 'due' ? BigInt(row.timeMs) : null,
    armedSeq: row.armedSeq,
  };
}

/** What a customer was told of their shares. */
export type ReferralTold = {
  readonly book: bigint;
  readonly id: bigint;
  /** The day of UTC that was told last. */
  readonly day: number;
  /** What was paid since and is not told yet. */
  readonly untold: Amount;
};

/** One row a customer. */
export const REFERRAL_TOLD_ID = 0n;

export const referralTold: RowTable<ReferralTold> = {
  name: 'referral_told',
  columns: [
    whole('book', (row) => row.book),
    whole('id', (row) => row.id),
    whole('day', (row) => row.day),
    amountColumn('untold', (row) => row.untold),
  ],
  idOf: (row) => row.id,
  openWhere: 'true',
  isOpen: () => true,
  read: (raw) => {
    const { text } = valuesOf(raw);
    return {
      book: BigInt(text('book')),
      id: BigInt(text('id')),
      day: Number(text('day')),
      untold: fromNumeric(text('untold')),
    };
  },
};
