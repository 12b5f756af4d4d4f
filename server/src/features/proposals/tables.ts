/** The rows of proposals and of published terms, as the executor reads and writes them. */
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
    reason: typed().fixed(),
    status: text<'proposed' | 'done' | 'rejected' | 'withdrawn'>(),
    /** Operator accounts; wall clock. */
    proposedBy: text().fixed(),
    proposedMs: whole().fixed(),
    decidedBy: text().orNull(),
    decidedMs: whole().orNull(),
    journalSeq: bigint().orNull(),
  },
  { open: { status: ['proposed'] } },
);

export type ProposalRow = RowOf<typeof proposals>;

/** The database assigns the next version number of its subject. */
export const publishedTerms = log('terms', {
  subject: typed(),
  effectiveMs: whole(),
  body: typed(),
  publishedMs: whole(),
  proposal: bigint(),
});

export type Publication = RowOf<typeof publishedTerms>;
