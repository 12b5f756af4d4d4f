/** The rows of proposals and of published terms as the executor reads and writes them. */
import type { proposalKinds } from '@candor/protocol/console/house.ts';
import { fixed, valuesOf, whole, word } from '../../commands/columns.ts';
import type { Column, LogTable, RowTable } from '../../commands/table.ts';

export type ProposalRow = {
  readonly book: bigint;
  readonly id: bigint;
  readonly kind: (typeof proposalKinds)[number];
  readonly body: string;
  readonly reason: string;
  readonly status: 'proposed' | 'done' | 'rejected' | 'withdrawn';
  /** Accounts; wall clock. */
  readonly proposedBy: string;
  readonly proposedMs: number;
  readonly decidedBy: string | null;
  readonly decidedMs: number | null;
  readonly journalSeq: bigint | null;
};

/** What people typed may hold any sign. */
function typed<Row>(name: string, get: (row: Row) => string | null): Column<Row> {
  return { name, type: 'text', get, anyText: true };
}

export const proposals: RowTable<ProposalRow> = {
  name: 'proposal',
  columns: [
    whole('book', (row) => row.book),
    whole('id', (row) => row.id),
    fixed(word('kind', (row) => row.kind)),
    fixed(typed('body', (row) => row.body)),
    fixed(typed('reason', (row) => row.reason)),
    word('status', (row) => row.status),
    fixed(word('proposed_by', (row) => row.proposedBy)),
    fixed(whole('proposed_ms', (row) => row.proposedMs)),
    word('decided_by', (row) => row.decidedBy),
    whole('decided_ms', (row) => row.decidedMs),
    whole('journal_seq', (row) => row.journalSeq),
  ],
  idOf: (row) => row.id,
  openWhere: `t.status = 'proposed'`,
  isOpen: (row) => row.status === 'proposed',
  read: readProposal,
};

/** Reads a row of `proposal`, each value as the text that PostgreSQL sent. */
export function readProposal(raw: Readonly<Record<string, string | null>>): ProposalRow {
  const { text, orNull } = valuesOf(raw);
  return {
    book: BigInt(text('book')),
    id: BigInt(text('id')),
    kind: text('kind') as ProposalRow['kind'],
    body: text('body'),
    reason: text('reason'),
    status: text('status') as ProposalRow['status'],
    proposedBy: text('proposed_by'),
    proposedMs: Number(text('proposed_ms')),
    decidedBy: orNull('decided_by', String),
    decidedMs: orNull('decided_ms', Number),
    journalSeq: orNull('journal_seq', BigInt),
  };
}

/** The database gives it the next number of its subject. */
export type Publication = {
  readonly subject: string;
  readonly effectiveMs: number;
  readonly body: string;
  readonly publishedMs: number;
  readonly proposal: bigint;
};

export const publishedTerms: LogTable<Publication> = {
  name: 'terms',
  columns: [
    typed('subject', (row) => row.subject),
    whole('effective_ms', (row) => row.effectiveMs),
    typed('body', (row) => row.body),
    whole('published_ms', (row) => row.publishedMs),
    whole('proposal', (row) => row.proposal),
  ],
};
