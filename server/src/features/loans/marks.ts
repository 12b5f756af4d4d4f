/** Marks of a running loan on the market clock: two reminders, maturity, and two marks while the loan stays overdue. */
import type { Arming, Facts } from '../../commands/command.ts';
import type { LoanRow } from './tables.ts';
import { DAY_MS } from '@candor/domain/time.ts';

/** The engine's trigger kind for a loan that awaits its next mark. */
export const LOAN_DUE = 'loan_due';
/** This tape provides the market time, because it has entries at all hours. */
const CLOCK_SYMBOL = 'BTC/USDT';

/** The marks in days from maturity. The database defines the same five. */
const MARKS = [
  { days: -3, overdue: false },
  { days: -1, overdue: false },
  { days: 0, overdue: true },
  { days: 7, overdue: true },
  { days: 30, overdue: true },
] as const;
const FIRST_OVERDUE = MARKS.findIndex(({ overdue }) => overdue);

export function isOverdue({ nextMark }: Pick<LoanRow, 'nextMark'>): boolean {
  return nextMark > FIRST_OVERDUE;
}

/** Whether a loan is overdue at this mark, which lowers the credit score. The other marks are reminders. */
export function isMarkOverdue(mark: number): boolean {
  return mark >= FIRST_OVERDUE;
}

/** Returns the time of a running loan's next mark, by the market clock; null after the last mark. */
export function nextMarkMs({ status, lent, nextMark }: LoanRow): number | null {
  const mark = MARKS[nextMark];
  return status === 'disbursed' && lent !== null && mark !== undefined
    ? lent.dueMs + mark.days * DAY_MS
    : null;
}

export function loanArming(row: LoanRow): Arming {
  const level = nextMarkMs(row);
  return {
    symbol: CLOCK_SYMBOL,
    kind: LOAN_DUE,
    row: row.id,
    version: row.version,
    condition: 'time_at_or_after',
    level: level === null ? null : BigInt(level),
    armedSeq: row.armedSeq,
  };
}

/** Returns the number of the newest entry on the tape that provides the market time. */
export function clockSeq(facts: Facts): bigint {
  return facts.head(CLOCK_SYMBOL)?.seq ?? 0n;
}
