/** The row of a transfer, as the executor writes it. */
import type { Amount } from '@candor/domain/money/amount.ts';
import type { CallInput } from '@candor/protocol/calls.ts';
import { amountColumn, whole, word } from '../../commands/columns.ts';
import type { LogTable } from '../../commands/table.ts';

type Request = CallInput<'POST wallet/transfer'>;

/** What was moved, and the journal that did; the database lets neither be without the other. */
export type TransferRow = {
  readonly book: bigint;
  readonly id: bigint;
  readonly currency: string;
  readonly from: Request['from'];
  readonly to: Request['to'];
  readonly amount: Amount;
  /** Market clock. */
  readonly timeMs: number;
  readonly journalSeq: bigint;
};

export const transfers: LogTable<TransferRow> = {
  name: 'transfer',
  columns: [
    whole('book', (row) => row.book),
    whole('id', (row) => row.id),
    word('currency', (row) => row.currency),
    word('from_account', (row) => row.from),
    word('to_account', (row) => row.to),
    amountColumn('amount', (row) => row.amount),
    whole('time_ms', (row) => row.timeMs),
    whole('journal_seq', (row) => row.journalSeq),
  ],
};
