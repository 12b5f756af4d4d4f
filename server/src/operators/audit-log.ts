/** The operators' log as a table to which commands append. A record and its effect are one transaction, as in `act.ts`. */
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

/** Without the record of the operator, the database's guards reject the command's rows. */
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

/** An action concerns a customer or, for book 0, the platform. */
export function subjectOf(book: bigint): string {
  return book === 0n ? 'house' : `customer:${book}`;
}
