/**
 * The operators' log as a table to which commands append. A record and its effect are written in one transaction, as in `act.ts`.
 */
import { append } from '../commands/command.ts';
import type { Append } from '../commands/command.ts';
import { jsonText, typed, whole } from '../commands/fields.ts';
import { log } from '../commands/table.ts';
import { approvalOf } from './audit.ts';
import type { AuditEntry } from './audit.ts';
import type { Actor } from './operators.ts';

const auditLog = log(
  'audit',
  {
    timeMs: whole(),
    operator: typed(),
    role: typed(),
    action: typed(),
    subject: typed(),
    before: jsonText<AuditEntry['before']>(),
    after: jsonText<AuditEntry['after']>(),
    reason: typed().orNull(),
    approval: typed().orNull(),
  },
  { first: true },
);

/** Adds the operator's audit record to a command's effects. Without it, the database's guards reject the command's rows. */
export function recorded(
  entry: AuditEntry,
  by: { readonly operator: Actor; readonly wallMs: number },
): Append {
  const { account: operator, role } = by.operator;
  const { action, subject, before, after, reason = null } = entry;
  return append(auditLog, {
    ...{ timeMs: by.wallMs, operator, role, action, subject, before, after, reason },
    approval: approvalOf(entry, by.operator),
  });
}

/** Returns the subject of an action: a customer or, for book 0, the platform. */
export function subjectOf(book: bigint): string {
  return book === 0n ? 'house' : `customer:${book}`;
}
