/** The rows of applications for leverage, as the executor reads and writes them. */
import type { CallInput, CallOutput } from '@candor/protocol/calls.ts';
import type { RowTable } from '../../commands/table.ts';

type Stored = CallOutput<'POST lever/apply'>;

export type LeverApplicationRow = {
  readonly book: bigint;
  readonly id: bigint;
  /** Null where leverage was switched off that no questionnaire had brought. */
  readonly answers: CallInput<'POST lever/apply'> | null;
  readonly status: Exclude<Stored['state'], 'none'>;
  readonly reason: Stored['reason'];
  readonly submittedMs: number | null;
  readonly decidedMs: number | null;
};

export const leverApplications: RowTable<LeverApplicationRow> = {
  name: 'lever_application',
  columns: [
    { name: 'book', type: 'bigint', get: (row) => row.book.toString() },
    { name: 'id', type: 'bigint', get: (row) => row.id.toString() },
    {
      name: 'answers',
      type: 'text',
      get: (row) => (row.answers === null ? null : JSON.stringify(row.answers)),
      anyText: true,
    },
    { name: 'status', type: 'text', get: (row) => row.status },
    { name: 'reason', type: 'text', get: (row) => row.reason },
    { name: 'submitted_ms', type: 'bigint', get: (row) => row.submittedMs?.toString() ?? null },
    { name: 'decided_ms', type: 'bigint', get: (row) => row.decidedMs?.toString() ?? null },
  ],
  idOf: (row) => row.id,
  openWhere: `t.status = 'submitted'`,
  isOpen: (row) => row.status === 'submitted',
  read: readLeverApplication,
};

/** Reads a row of `lever_application`, each value as the text that PostgreSQL sent. */
export function readLeverApplication(raw: Readonly<Record<string, string | null>>): LeverApplicationRow {
  const milliseconds = (name: string): number | null => {
    const text = raw[name] ?? null;
    return text === null ? null : Number(text);
  };
  const answers = raw['answers'] ?? null;
  return {
    book: BigInt(raw['book'] as string),
    id: BigInt(raw['id'] as string),
    answers: answers === null ? null : (JSON.parse(answers) as LeverApplicationRow['answers']),
    status: raw['status'] as LeverApplicationRow['status'],
    reason: (raw['reason'] ?? null) as LeverApplicationRow['reason'],
    submittedMs: milliseconds('submitted_ms'),
    decidedMs: milliseconds('decided_ms'),
  };
}
