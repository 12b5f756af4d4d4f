/**
 * The credit score of a book's customer, read and changed under the book's lock. Each change writes a line that the customer
 * can read.
 */
import { append, of, put } from '../../commands/command.ts';
import type { Append, Facts, Put } from '../../commands/command.ts';
import { bigint, key, text, whole } from '../../commands/fields.ts';
import { log, table } from '../../commands/table.ts';
import type { RowOf } from '../../commands/table.ts';

const standings = table('credit_standing', { ...key, score: whole() });

type CreditStanding = RowOf<typeof standings>;

const SCORE_ID = 0n;

/** The fact that a command needs to read or change the score. */
export const scoreNeed = { table: of(standings), id: SCORE_ID };

export function scoreOf(facts: Facts): number {
  return standingOf(facts).score;
}

function standingOf(facts: Facts): CreditStanding {
  const standing = facts.row(standings, SCORE_ID);
  if (standing === undefined)
    throw new Error(`expected the credit score of book ${facts.book} to be gathered, found none`);
  return standing;
}

const changes = log(
  'credit_change',
  {
    customer: bigint(),
    timeMs: whole(),
    before: whole().as('score_before'),
    after: whole().as('score_after'),
    reason: text<'loan_overdue' | 'loan_repaid_in_time'>(),
    loan: bigint(),
    mark: whole(),
  },
  // The database's guard of the score requires that this line is written first.
  { first: true },
);

const OVERDUE_COSTS = 10;
const IN_TIME_BRINGS = 5;
const SCORE_MAX = 100;
/** A pseudo-mark beyond a loan's own marks: the loan was repaid before it was overdue. */
const IN_TIME_MARK = 5;

type Scored = { readonly puts: readonly Put[]; readonly appends: readonly Append[] };

/** Deducts score for these marks of an overdue loan. The score never falls below zero. */
export function scoreOverdue(loan: bigint, marks: readonly number[], facts: Facts): Scored {
  if (marks.length === 0) return { puts: [], appends: [] };
  const standing = standingOf(facts);
  let { score } = standing;
  const appends = marks.map((mark) => {
    const before = score;
    score = Math.max(0, before - OVERDUE_COSTS);
    const change = { loan, mark, before, after: score, reason: 'loan_overdue' as const };
    return append(changes, { ...change, customer: facts.book, timeMs: facts.wallMs });
  });
  return { puts: [put(standings, { ...standing, score })], appends };
}

/** Adds the bonus for repaying in time. The score never exceeds its maximum. */
export function scoreInTime(loan: bigint, facts: Facts): Scored {
  const standing = standingOf(facts);
  const score = Math.min(SCORE_MAX, standing.score + IN_TIME_BRINGS);
  const change = { loan, mark: IN_TIME_MARK, before: standing.score, after: score };
  return {
    puts: [put(standings, { ...standing, score })],
    appends: [
      append(changes, {
        ...change,
        reason: 'loan_repaid_in_time' as const,
        customer: facts.book,
        timeMs: facts.wallMs,
      }),
    ],
  };
}
