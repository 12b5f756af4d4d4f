/** The rows of pauses, as the executor writes them. Nobody changes or removes one. */
import { whole, word } from '../../commands/columns.ts';
import type { LogTable } from '../../commands/table.ts';

export type OwnPauseRow = {
  readonly book: bigint;
  readonly id: bigint;
  readonly kind: 'time_out' | 'self_exclusion';
  /** Wall clock, milliseconds. */
  readonly fromMs: number;
  readonly untilMs: number;
};

export const ownPauses: LogTable<OwnPauseRow> = {
  name: 'own_pause',
  columns: [
    whole<OwnPauseRow>('book', (row) => row.book),
    whole<OwnPauseRow>('id', (row) => row.id),
    word<OwnPauseRow>('kind', (row) => row.kind),
    whole<OwnPauseRow>('from_ms', (row) => row.fromMs),
    whole<OwnPauseRow>('until_ms', (row) => row.untilMs),
  ],
};
