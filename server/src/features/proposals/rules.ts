/** Rules for creating, approving, rejecting and withdrawing proposals. Pure. The README lists the order of the checks. */
import { amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { ConsoleInput, ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { put } from '../../commands/command.ts';
import type { Decision, Effects, Facts } from '../../commands/command.ts';
import { recorded, subjectOf } from '../../operators/audit-log.ts';
import type { Operator } from '../../operators/operators.ts';
import { capViolation } from '../../operators/caps.ts';
import { conflictOfInterest } from '../../operators/conflicts-of-interest.ts';
import type { ProposalBody } from './bodies.ts';
import { doingOf } from './execution.ts';
import type { Bounds, DoingRefusal } from './execution.ts';
import { proposals } from './tables.ts';
import type { ProposalRow } from './tables.ts';

export type ProposalView = ConsoleOutput<'POST propose'>;

export type Proposing = {
  readonly operator: Operator;
  readonly body: ProposalBody;
  readonly reason: string;
  readonly bounds: Bounds;
  /** The account of the customer; null if the proposal concerns only the house. */
  readonly account: string | null;
};

export function decideProposing(
  { operator, body, reason, bounds, account }: Proposing,
  facts: Facts,
): Decision<ProposalView, DoingRefusal | 'conflict_of_interest' | 'day_cap_reached'> {
  const tied = tiedOf(facts, operator);
  if (tied !== undefined) return tied;
  const id = facts.newId();
  const doable = doingOf(id, { body, bounds }, facts);
  if (!doable.ok) return doable;
  const capped = cappedOf(facts, { operator, body });
  if (capped !== undefined) return capped;
  const row: ProposalRow = {
    book: facts.book,
    id,
    kind: body.kind,
    body: JSON.stringify(body),
    reason,
    status: 'proposed',
    proposedBy: operator.account,
    proposedMs: facts.wallMs,
    decidedBy: null,
    decidedMs: null,
    journalSeq: null,
  };
  const entry = {
    action: 'proposal.make',
    subject: subjectOf(facts.book),
    before: {},
    after: { proposal: id.toString(), status: row.status, body },
    reason,
  };
  return ok({
    answer: proposalView(row, account),
    puts: [put(proposals, row)],
    appends: [recorded(entry, { operator, wallMs: facts.wallMs })],
  });
}

export type Deciding = {
  readonly operator: Operator;
  readonly id: bigint;
  readonly verdict: ConsoleInput<'POST proposal_decide'>['verdict'];
  /** The body that was shown to the operator. */
  readonly seen: string;
  /** The body and the proposer, read before the book was locked. They never change. */
  readonly body: ProposalBody;
  readonly proposer: string;
  readonly bounds: Bounds;
  readonly account: string | null;
};

export type DecidingRefusal =
  | DoingRefusal
  | 'conflict_of_interest'
  | 'order_state_wrong'
  | 'case_changed'
  | 'second_person_needed'
  | 'day_cap_reached';

const ENDS = { approve: 'done', reject: 'rejected', withdraw: 'withdrawn' } as const;

export function decideVerdict(deciding: Deciding, facts: Facts): Decision<ProposalView, DecidingRefusal> {
  const { operator, id, verdict, seen, proposer, account } = deciding;
  const row = facts.row(proposals, id);
  // A proposer with a conflict of interest can still withdraw the proposal.
  const tied = verdict === 'withdraw' ? undefined : tiedOf(facts, operator);
  if (tied !== undefined) return tied;
  if (row === undefined || row.status !== 'proposed') return refuse('order_state_wrong', { field: 'id' });
  if (row.body !== seen) return refuse('case_changed', { field: 'body' });
  // All accounts of a person count as one. Only a second person may approve or reject; only the proposer may withdraw.
  if ((operator.person === proposer) !== (verdict === 'withdraw')) {
    return refuse('second_person_needed', { field: 'verdict' });
  }
  const done = verdict === 'approve' ? approved(deciding, facts) : ok({});
  if (!done.ok) return done;
  const { journals = [], puts = [], appends = [], armings = [] }: Omit<Effects<never>, 'answer'> = done.value;
  const journalSeq = journals.length === 0 ? null : facts.journalSeq;
  const next: ProposalRow = {
    ...row,
    status: ENDS[verdict],
    decidedBy: operator.account,
    decidedMs: facts.wallMs,
    journalSeq,
  };
  const entry = {
    action: `proposal.${verdict}`,
    subject: subjectOf(facts.book),
    before: { proposal: id.toString(), status: row.status, proposed_by: row.proposedBy },
    after: {
      ...{ proposal: id.toString(), status: next.status, body: deciding.body },
      ...(journalSeq === null ? {} : { journal: journalSeq.toString() }),
    },
    reason: row.reason,
  };
  return ok({
    answer: proposalView(next, account),
    journals,
    puts: [put(proposals, next), ...puts],
    appends: [recorded(entry, { operator, wallMs: facts.wallMs }), ...appends],
    armings,
  });
}

/** Executes an approved proposal. Refuses if the operator or the proposer has a conflict of interest. */
function approved({ id, body, proposer, bounds, operator }: Deciding, facts: Facts) {
  const barred = tiedOf(facts, { person: proposer }) ?? cappedOf(facts, { operator, body });
  return barred ?? doingOf(id, { body, bounds }, facts);
}

/** A manual credit to a customer counts towards the daily caps of both operators. */
function cappedOf(facts: Facts, { operator, body }: Pick<Deciding, 'operator' | 'body'>) {
  if (body.kind === 'promotion')
    return capViolation(facts, {
      ...{ operator, kind: 'manual', currency: 'USDT' },
      amount: amount(body.amount),
    });
  if (body.kind !== 'correction' || body.takes) return undefined;
  const { currency } = body;
  return capViolation(facts, { operator, kind: 'manual', currency, amount: amount(body.amount) });
}

/** The house's book has no customer, so there is no conflict of interest. */
function tiedOf(facts: Facts, operator: Pick<Operator, 'person'>) {
  return facts.book === 0n ? undefined : conflictOfInterest(facts, operator);
}

export function proposalView(row: ProposalRow, account: string | null): ProposalView {
  const seconds = (ms: number): number => Math.floor(ms / 1000);
  return {
    id: row.id.toString(),
    customer: row.book.toString(),
    account,
    kind: row.kind,
    body: row.body,
    reason: row.reason,
    status: row.status,
    proposed_by: row.proposedBy,
    proposed_at: seconds(row.proposedMs),
    decided_by: row.decidedBy,
    decided_at: row.decidedMs === null ? null : seconds(row.decidedMs),
  };
}
