/** The no-lever allowlist of the feature `proposals`: each name with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';
import { proposals } from '../tables.ts';

export const allowed: AllowedOfFeature = {
  consoleCalls: {
    'GET proposals': ['reads', 'cursor limit status'],
    'POST propose': [
      'two',
      `proposal proposal.amount proposal.body proposal.currency proposal.customer proposal.day proposal.direction
      proposal.effective_at proposal.evidence proposal.from proposal.kind proposal.subject proposal.takes proposal.to reason`,
    ],
    'POST proposal_decide': ['two', 'body customer id verdict'],
  },
  columns: {
    proposal: {
      whose: 'book id',
      asked: 'kind body',
      told: 'reason proposed_by decided_by',
      state: 'status',
      when: 'proposed_ms decided_ms',
      money: 'journal_seq',
    },
  },
  tables: {
    proposal: 'commands',
  },
  changed: [proposals],
  rights: [
    {
      because: 'actions that need dual approval; the database requires both persons and their records',
      may: 'select insert',
      on: 'proposal',
    },
  ],
  guardReads: 'proposal',
  publicRights: [
    {
      because: 'computes what was signed, or belongs to a trigger and cannot be called',
      may: 'execute',
      on: 'proposal_approved',
    },
    { because: 'belongs to a trigger and cannot be called', may: 'execute', on: 'proposal_steps' },
  ],
  functions: {
    'proposal_approved()': 'guards',
    'journal_by_two(posted)': 'guards',
    'proposal_steps()': 'guards',
    'definer proposal_moved()': 'guards',
  },
  triggers: {
    'proposal.proposal_transition': 'made and decided on record, by two persons, and what ended stays',
    'proposal.proposal_transition_steps': 'made by one person and decided by another',
    'proposal.proposal_moved': 'an executed proposal moved its money',
    'proposal.proposal_capped': 'nobody gives more manually than the daily cap',
    'proposal.proposal_zz_approved': 'it is exactly the one that was signed',
  },
  acts: {
    'proposal.make': 'proposes an act to a second person',
    'proposal.${verdict}':
      'the decision of two persons, by a journal or published terms, the same for everybody',
  },
};
