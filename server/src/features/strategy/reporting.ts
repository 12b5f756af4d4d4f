/**
 * Books a result of an external strategy that was reported under dual approval, with the digest of its evidence. The result is
 * booked to the day that is open at the time of booking, so that published days never change. Pure.
 */
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import { append, of } from '../../commands/command.ts';
import type { Effects, Facts, Needs } from '../../commands/command.ts';
import { marketMs } from '../../commands/market-time.ts';
import { goesOn, movedBy, resultJournal, shortOf } from './booking.ts';
import { STRATEGY_ROW, strategyClocks, strategyReports } from './tables.ts';

/** Maximum number of days between the result's day and the open day. Older results are refused. */
const DAYS_BACK_MAX = 31;

export type ReportedResult = {
  /** The id of the approved proposal. */
  readonly proposal: bigint;
  readonly day: number;
  /** Negative for a loss. */
  readonly result: Amount;
  /** SHA-256 of the evidence, and whether it has already been booked. */
  readonly evidence: string;
  readonly isUsed: boolean;
};

export type ReportingRefusal = 'state_abnormal' | 'parameter_wrong' | 'house_funds_insufficient';

export const reportingNeeds: Needs = {
  rows: [{ table: of(strategyClocks), id: STRATEGY_ROW }],
  house: [
    ['custody', 'USDT'],
    ['strategy', 'USDT'],
    ['equity', 'USDT'],
  ],
};

export function decideReport(
  { proposal, day, result, evidence, isUsed }: ReportedResult,
  facts: Facts,
): Outcome<Omit<Effects<never>, 'answer'>, ReportingRefusal> {
  const row = facts.row(strategyClocks, STRATEGY_ROW);
  // A simulated strategy has no results other than those of its trades.
  if (row === undefined || row.nextSlotMs !== null) return refuse('state_abnormal', { field: 'kind' });
  if (day > row.day || day < row.day - DAYS_BACK_MAX)
    return refuse('parameter_wrong', { field: 'day', params: { field: 'day' } });
  if (isUsed) return refuse('parameter_wrong', { field: 'evidence', params: { field: 'evidence' } });
  const booked = resultJournal(result, { ref: `proposal:${proposal}`, balance: row.balance });
  if (shortOf([booked], facts) !== undefined) return refuse('house_funds_insufficient', { field: 'amount' });
  const report = {
    ...{ day, countsDay: row.day, result, evidence, proposal },
    bookedMs: marketMs(facts),
    journalSeq: facts.journalSeq,
  };
  return ok({
    journals: [booked],
    appends: [append(strategyReports, report)],
    ...goesOn(row, { result: row.result + result, balance: row.balance + movedBy([booked], 'strategy') }),
  });
}
