/** The first word that the payment of a large withdrawal failed; a second person's makes it so. */
import { valuesOf, whole, word } from '../../commands/columns.ts';
import type { RowTable } from '../../commands/table.ts';

export type FailingRow = {
  readonly book: bigint;
  readonly id: bigint;
  readonly by: string;
  readonly person: string;
  readonly saidMs: number;
};

export const failings: RowTable<FailingRow> = {
  name: 'withdrawal_failing',
  columns: [
    whole('book', (row) => row.book),
    whole('id', (row) => row.id),
    word('said_by', (row) => row.by),
    word('person', (row) => row.person),
    whole('said_ms', (row) => row.saidMs),
  ],
  idOf: (row) => row.id,
  openWhere: 'true',
  isOpen: () => true,
  read: (raw) => {
    const { text } = valuesOf(raw);
    return {
      book: BigInt(text('book')),
      id: BigInt(text('id')),
      by: text('said_by'),
      person: text('person'),
      saidMs: Number(text('said_ms')),
    };
  },
};
