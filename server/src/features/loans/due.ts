/**
 * Rules for a running loan as time passes: reminders, and the credit score deductions for being overdue. Pure. Which marks have
 * passed depends only on the row and the time. If a firing is repeated, is late, or follows a clock jump, it processes only the
 * marks that remain. None of these rules moves the customer's money.
 */
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { ok } from '@candor/domain/outcome.ts';
import { put } from '../../commands/command.ts';
import type { Decision, Effects, Facts } from '../../commands/command.ts';
import { FalselyFired } from '../../commands/trigger-source.ts';
import { isMarkOverdue, isOverdue, loanArming, nextMarkMs } from './marks.ts';
import { scoreOverdue } from './score.ts';
import { loans } from './tables.ts';
import type { LoanRow } from './tables.ts';
import { noticeOf, eventOf } from './view.ts';

type Part = Pick<Effects<never>, 'puts' | 'appends'>;
/** A loan after the marks that have passed, their effect on the score, and the notice of the last of them. */
export type Marked = { readonly row: LoanRow; readonly scored: Part; readonly notice: Part };

/**
 * Passes every mark up to an instant. Each overdue mark costs score. If several marks are passed together, the customer is
 * notified only of the last, so that nobody is reminded of a loan that is already overdue.
 */
export function passMarks(before: LoanRow, atMs: number, facts: Facts): Marked {
  let row = before;
  const overdue: number[] = [];
  for (let dueMs = nextMarkMs(row); dueMs !== null && dueMs <= atMs; dueMs = nextMarkMs(row)) {
    if (isMarkOverdue(row.nextMark)) overdue.push(row.nextMark);
    row = { ...row, nextMark: row.nextMark + 1 };
  }
  if (row === before) return { row, scored: {}, notice: {} };
  const kind = isOverdue(row) ? 'loan_overdue' : 'loan_reminder';
  return {
    row,
    scored: scoreOverdue(row.id, overdue, facts),
    notice: { appends: [noticeOf(kind, row, { facts, atMs })] },
  };
}

export type LoanFiring = {
  readonly id: bigint;
  readonly version: number;
  /** The tape entry at which the mark came due. */
  readonly entry: TapeEntry;
};

/** Whether the loan was still awaiting this firing. */
type Fired = { readonly fired: boolean };

export function decideFiring({ id, version, entry }: LoanFiring, facts: Facts): Decision<Fired, never> {
  const before = facts.row(loans, id);
  const dueMs = before === undefined ? null : nextMarkMs(before);
  if (before === undefined || dueMs === null || before.version !== version) {
    return ok({ answer: { fired: false } });
  }
  if (entry.timeMs < dueMs)
    throw new FalselyFired(`loan ${id} was fired at ${entry.timeMs}, before its time`);
  const marked = passMarks(before, entry.timeMs, facts);
  const row: LoanRow = { ...marked.row, version: before.version + 1, armedSeq: entry.seq };
  return ok({
    answer: { fired: true },
    puts: [put(loans, row), ...(marked.scored.puts ?? [])],
    appends: [...(marked.scored.appends ?? []), ...(marked.notice.appends ?? [])],
    armings: [loanArming(row)],
    events: [eventOf(row, Math.max(facts.nowMs, entry.timeMs))],
  });
}
