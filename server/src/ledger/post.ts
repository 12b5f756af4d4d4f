/**
 * The statement that moves money. A journal is a row with its postings in arrays. In the same statement, the database applies the
 * postings to the balances or rejects the whole journal.
 */
import type { Journal } from '@candor/domain/ledger/journal.ts';
import { toNumeric } from '@candor/domain/money/amount.ts';
import { plainArray } from '../db/arrays.ts';
import type { Connection } from '../db/pool.ts';
import { sendStatements } from '../db/statements.ts';
import type { Statement } from '../db/statements.ts';

export type NumberedJournal = {
  readonly book: bigint;
  readonly seq: bigint;
  /** In milliseconds of the market clock. */
  readonly timeMs: number;
  readonly journal: Journal;
};

// Each journal's arrays are passed as text, because PostgreSQL has no arrays of arrays with different lengths.
const insertJournalsSql = `insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts)
  select u.book, u.seq, u.kind, u.ref, u.time_ms, $9::smallint,
    u.accounts::account[], u.currencies::text[], u.amounts::numeric[]
  from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::text[])
    as u (book, seq, kind, ref, time_ms, accounts, currencies, amounts)`;

/** Returns the statement that posts any number of journals, with the given slot of the house accounts. */
export function posting(journals: readonly NumberedJournal[], slot: number): Statement {
  const lines = (part: (line: Journal['postings'][number]) => string): string =>
    `{${journals.map(({ journal }) => `"{${journal.postings.map(part).join(',')}}"`).join(',')}}`;
  return {
    name: 'insert-journals',
    text: insertJournalsSql,
    values: [
      plainArray(journals.map((row) => row.book)),
      plainArray(journals.map((row) => row.seq)),
      plainArray(journals.map((row) => row.journal.kind)),
      plainArray(journals.map((row) => row.journal.ref)),
      plainArray(journals.map((row) => row.timeMs)),
      lines((line) => line.account),
      lines((line) => line.currency),
      lines((line) => toNumeric(line.amount)),
      slot,
    ],
  };
}

export async function post(
  connection: Connection,
  journals: readonly NumberedJournal[],
  slot: number,
): Promise<void> {
  await sendStatements(connection, [posting(journals, slot)]);
}
