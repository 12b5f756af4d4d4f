/** The rows of leverage applications, as the command executor reads and writes them. */
import type { CallInput, CallOutput } from '@candor/protocol/calls.ts';
import { jsonText, key, text, whole } from '../../commands/fields.ts';
import { table } from '../../commands/table.ts';
import type { RowOf } from '../../commands/table.ts';

type Stored = CallOutput<'POST lever/apply'>;

export const leverApplications = table(
  'lever_application',
  {
    ...key,
    /** Null if leverage was switched off without an application. */
    answers: jsonText<CallInput<'POST lever/apply'>>().orNull(),
    status: text<Exclude<Stored['state'], 'none'>>(),
    reason: text<NonNullable<Stored['reason']>>().orNull(),
    submittedMs: whole().orNull(),
    decidedMs: whole().orNull(),
  },
  { open: { status: ['submitted'] } },
);

export type LeverApplicationRow = RowOf<typeof leverApplications>;
