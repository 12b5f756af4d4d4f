/** The rows of proposals and of published terms, as the command executor reads and writes them. */
import type { proposalKinds } from '@candor/protocol/proposals/console.ts';
import { bigint, key, text, typed, whole } from '../../commands/fields.ts';
import { log, table } from '../../commands/table.ts';
import type { RowOf } from '../../commands/table.ts';

export const proposals = table(
  'proposal',
  {
    ...key,
    kind: text<(typeof proposalKinds)[number]>().fixed(),
    body: typed().fixed(),
    reason: typed().fixed().personal(),
    status: text<'proposed' | 'done' | 'rejected' | 'withdrawn'>(),
    /** The operator's account, and the wall-clock time in milliseconds. */
    proposedBy: text().fixed().personal(),
    proposedMs: whole().fixed(),
    decidedBy: text().orNull().personal(),
    decidedMs: whole().orNull(),
    journalSeq: bigint().orNull(),
  },
  { open: { status: ['proposed'] } },
);

export type ProposalRow = RowOf<typeof proposals>;

/** Published versions of terms. The database assigns the version numbers, which are consecutive for each subject. */
export const publishedTerms = log('terms', {
  subject: typed(),
  effectiveMs: whole(),
  body: typed(),
  publishedMs: whole(),
  proposal: bigint(),
});

export type Publication = RowOf<typeof publishedTerms>;
