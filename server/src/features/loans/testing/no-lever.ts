/** The no-lever allowlist of the feature `loans`: each name with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';
import { loans } from '../tables.ts';

export const allowed: AllowedOfFeature = {
  calls: {
    'GET lh/loan/config': ['own', ''],
    'GET lh/loan/statistics': ['own', ''],
    'GET lh/loan/order': ['own', 'status cursor limit from to'],
    'GET lh/loan/payments': ['own', 'id'],
    // The agreement and the terms that were shown. Their only effect is that the application is refused if either has changed.
    'POST lh/loan/submit': ['credit', 'amount days house income bank identity agree terms_version'],
    'POST lh/loan/cancel': ['credit', 'id'],
    'POST lh/loan/repayment': ['credit', 'id amount trading_password'],
  },
  consoleCalls: {
    'GET loans': ['reads', 'cursor customer limit status'],
    'GET loan': ['reads', 'customer id'],
    'POST loan_picture': ['reads', 'customer id of'],
    'POST loan_decide': ['lends', 'amount customer documents id note reason verdict'],
  },
  columns: {
    loan: {
      whose: 'book id',
      asked: 'currency amount days agreement house income bank identity',
      terms: 'daily_rate overdue_rate overdue_cap terms_version',
      reckoned: 'principal_left interest_days interest overdue_days fees needs_second',
      money: 'interest_paid fees_paid disburse_seq',
      state: 'status reason',
      told: 'decided_by first_by',
      proof: 'house_digest income_digest bank_digest identity_digest',
      waits: 'version next_mark armed_seq',
      when: 'applied_ms review_due_ms first_ms decided_ms disbursed_ms due_ms settled_ms',
    },
    loan_document: { whose: 'book loan', proof: 'digest', state: 'state' },
    loan_payment: {
      whose: 'book id loan',
      reckoned: 'fee interest principal',
      money: 'amount journal_seq',
      when: 'time_ms',
    },
    credit_standing: { whose: 'book id', permission: 'score' },
  },
  tables: {
    loan: 'commands',
    loan_payment: 'commands',
    loan_document: 'database',
  },
  history: ['loan_payment'],
  changed: [loans],
  rights: [
    {
      because:
        'loans: a trigger keeps the agreed terms, lets no day pass before its time, and requires the record of the approval',
      may: 'select insert',
      on: 'loan',
    },
    {
      because: 'loan payments: written once, and never without their journal',
      may: 'select insert',
      on: 'loan_payment',
    },
    {
      because: 'reads which picture is part of which loan, and the credit score',
      may: 'select',
      on: 'loan_document credit_standing',
    },
    {
      because: 'a loan changes the score as its marks say, and the database requires the line in the history',
      may: 'update',
      on: 'credit_standing.score',
    },
  ],
  guardReads: 'loan loan_document loan_payment',
  publicRights: [
    {
      because: 'belongs to a trigger and cannot be called',
      may: 'execute',
      on: 'loan_moved loan_begins loan_steps credit_change_of_loan',
    },
  ],
  functions: {
    'definer loan_usual_terms()': 'guards',
    'loan_begins()': 'guards',
    'loan_steps()': 'guards',
    'definer loan_documents()': 'guards',
    'loan_journal(posted)': 'guards',
    'loan_moved()': 'guards',
    'credit_change_of_loan()': 'guards',
  },
  triggers: {
    'loan.loan_transition':
      'lent on record, to somebody verified; what was agreed stays, what ended stays, and no mark passes before its time',
    'loan.loan_transition_begins': 'it begins as published terms say',
    'loan.loan_transition_steps': 'nothing owed is forgiven, nothing is charged before its time',
    'loan.loan_documents_shown': 'four pictures, each part of one loan',
    'loan.loan_documents_ended': 'its pictures can be used again after it ended',
    'loan.loan_moved': 'a loan is the amount lent less the amount paid',
    'loan_payment.loan_payment_moved': 'the same',
    'loan_payment.loan_payment_append_only': 'history',
    'credit_change.credit_change_of_loan': 'only what a mark of a loan says, once each',
    'loan.loan_capped': 'nobody lends more than the daily cap',
    'loan.loan_zz_approved': 'it is exactly the one that was signed',
    'loan.begun_in_session': 'begun in a session of its customer',
    'loan_payment.begun_in_session': 'begun in a session of its customer',
    'loan.loan_usual_terms': 'the terms in effect, a sufficient score, and an application made now',
    'loan.loan_zz_reason_approved': 'the reason is the one that was signed',
  },
  acts: {
    'loan.${step}':
      'lends exactly the requested amount, at the published cost and once, as a first or final approval, or rejects it',
    'loan.read': 'reads',
  },
};
