/** The marks of a running loan in money time: two reminders, maturity, and twice that it is overdue still. */
import type { Arming, Facts } from '../../commands/command.ts';
import type { LoanRow } from './tables.ts';
import { DAY_MS } from '@candor/domain/time.ts';

/** What the engine calls a loan that waits for its next mark. */
export const LOAN_DUE = 'loan_due';
/** Money time is that of this tape, which has entries at all hours. */
const CLOCK_SYMBOL = 'BTC/USDT';

/** From maturity on, in days; the database holds the same five. */
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

/** Whether passing this mark is being overdue, which costs, or a reminder, which does not. */
export function isMarkOverdue(mark: number): boolean {
  return mark >= FIRST_OVERDUE;
}

/** When the next mark of a running loan comes; null where none does any more. */
export function nextMarkMs({ status, lent, nextMark }: LoanRow): number | null {
  const mark = MARKS[nextMark];
  return status === 'disbursed' && lent !== null && mark !== undefined
    ? lent.dueMs + mark.days * DAY_MS
    : null;
}

/** What the engine is told of a loan. */
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

/** The number of the newest entry of the tape that marks wait for. */
export function clockSeq(facts: Facts): bigint {
  return facts.head(CLOCK_SYMBOL)?.seq ?? 0n;
}
