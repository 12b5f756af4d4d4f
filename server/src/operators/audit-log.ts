/** The log of operators as a table that commands append to: record and effect are one transaction, as in `act.ts`. */
import { append } from '../commands/command.ts';
import type { Append } from '../commands/command.ts';
import type { Column, LogTable } from '../commands/table.ts';
import { approvalOf } from './audit.ts';
import type { AuditEntry } from './audit.ts';
import type { Actor } from './operators.ts';

type LoggedEntry = AuditEntry & { readonly operator: Actor; readonly timeMs: number };

/** What an operator typed may hold any sign. */
const typed = (name: string, get: (row: LoggedEntry) => string | null): Column<LoggedEntry> => ({
  name,
  type: 'text',
  get,
  anyText: true,
});

const auditLog: LogTable<LoggedEntry> = {
  name: 'audit',
  first: true,
  columns: [
    { name: 'time_ms', type: 'bigint', get: (row) => row.timeMs.toString() },
    typed('operator', (row) => row.operator.account),
    typed('role', (row) => row.operator.role),
    typed('action', (row) => row.action),
    typed('subject', (row) => row.subject),
    typed('before', (row) => JSON.stringify(row.before)),
    typed('after', (row) => JSON.stringify(row.after)),
    typed('reason', (row) => row.reason ?? null),
    typed('approval', (row) => approvalOf(row, row.operator)),
  ],
};

/** The record of what a command does for an operator; the guards of the database let its rows pass only with it. */
export function recorded(
  entry: AuditEntry,
  by: { readonly operator: Actor; readonly wallMs: number },
): Append {
  return append(auditLog, { ...entry, operator: by.operator, timeMs: by.wallMs });
}

/** The subject of what is done about a customer, and of what concerns the house alone: book 0. */
export function subjectOf(book: bigint): string {
  return book === 0n ? 'house' : `customer:${book}`;
}
