/** The no-lever allowlist of the feature `withdrawals`: each name with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';
import { withdrawals } from '../tables.ts';
import { payouts } from '../payout/rows.ts';

export const allowed: AllowedOfFeature = {
  calls: {
    'GET wallet/out_terms': ['own', ''],
    'GET cashlist/log': ['own', 'status currency cursor limit from to'],
    'POST wallet/out': ['payments', 'currency amount address arrives trading_password totp passkey'],
    'POST wallet/out_cancel': ['payments', 'id'],
    'GET transparency/withdrawals': ['published', ''],
  },
  consoleCalls: {
    'GET withdrawals': ['reads', 'cursor customer limit status'],
    'GET withdrawal': ['reads', 'customer id'],
    'POST withdrawal_decide': ['left', 'address amount customer id note reason until verdict'],
    'POST withdrawal_settle': ['left', 'amount customer id outcome proof reason reference'],
  },
  columns: {
    payout_report: { whose: 'book id', money: 'amount', state: 'paid', told: 'said', when: 'heard_at' },
    withdrawal_failing: { whose: 'book id said_by person', when: 'said_ms' },
    withdrawal: {
      whose: 'book id',
      asked: 'currency network address_id address amount',
      reckoned: 'fee needs_second',
      state: 'status reason hold_reason holds',
      told: 'held_by first_by second_by paid_reference decided_by',
      when: 'requested_ms deadline_ms hold_until_ms approved_ms decided_ms',
      works: 'version',
    },
    withdrawal_lately: { whose: 'book id', asked: 'asked' },
    payout: {
      whose: 'book id key',
      told: 'trouble',
      when: 'created_ms acknowledged_ms',
      works: 'attempts next_try_ms',
    },
  },
  tables: {
    withdrawal: 'commands',
    withdrawal_failing: 'commands',
    payout_report: 'door',
    payout: 'both',
  },
  changed: [withdrawals, payouts],
  rights: [
    {
      because:
        'withdrawal requests: a trigger guards the transitions and requires the record of the decision, by two persons above a size',
      may: 'select insert',
      on: 'withdrawal',
    },
    {
      because: 'the progress of an approved payment to the payment provider',
      may: 'select insert',
      on: 'payout',
    },
    { because: 'reads recent requests', may: 'select', on: 'withdrawal_lately' },
    {
      because: 'first approvals, and what an admin allowed a colleague: each needs its record',
      may: 'select insert',
      on: 'withdrawal_failing',
    },
    { because: 'replaces a first approval that is no longer valid', may: 'update', on: 'withdrawal_failing' },
    {
      because: 'a customer’s confirmations and the payment provider’s reports, on which payouts depend',
      may: 'insert',
      on: 'payout_report.book payout_report.id payout_report.paid payout_report.amount payout_report.said',
    },
  ],
  guardReads: 'withdrawal',
  publicRights: [
    {
      because: 'belongs to a trigger and cannot be called: credit and shares',
      may: 'execute',
      on: 'withdrawal_duties_apart withdrawal_books_hold',
    },
    {
      because: 'belongs to a trigger and cannot be called: duties of operators',
      may: 'execute',
      on: 'withdrawal_failed_by_two withdrawal_failing_guard',
    },
    {
      because: 'belongs to a trigger and cannot be called',
      may: 'execute',
      on: 'withdrawal_holds withdrawal_moved withdrawal_steps',
    },
  ],
  functions: {
    'withdrawal_failed_by_two()': 'guards',
    'withdrawal_failing_guard()': 'guards',
    'definer payout_approved()': 'guards',
    'definer payout_stays()': 'guards',
    'definer withdrawal_as_reported()': 'guards',
    'definer withdrawal_goes_on()': 'guards',
    'definer withdrawal_made_violation(made)': 'guards',
    'definer withdrawal_of_now()': 'guards',
    'definer withdrawal_recomputed()': 'guards',
    'definer withdrawal_reference()': 'guards',
    'withdrawal_fee(of_currency, of_amount, fee_rate)': 'computes',
    'withdrawal_steps()': 'guards',
    'withdrawal_journal(posted)': 'guards',
    'withdrawal_moved()': 'guards',
    'withdrawal_duties_apart()': 'guards',
    'withdrawal_books_hold()': 'guards',
    'withdrawal_holds()': 'guards',
  },
  triggers: {
    'withdrawal.withdrawal_holds': 'every hold counts',
    'payout_report.payout_report_append_only': 'history',
    'payout.payout_approved': 'only the approval of its withdrawal creates a payment',
    'payout.payout_stays': 'attempts and acknowledgements are not undone',
    'withdrawal.withdrawal_zz_as_reported': 'only the provider’s reports are recorded in its name',
    'withdrawal.withdrawal_zz_confirmed': 'its customer confirmed it',
    'withdrawal.withdrawal_zz_goes_on': 'approved for an active account only',
    'withdrawal.withdrawal_zz_of_now': 'requested, held and decided now',
    'withdrawal.withdrawal_zz_recomputed': 'its initial figures follow from terms and the last day',
    'withdrawal.withdrawal_zz_reference': 'a payment reference has one form',
    'withdrawal.withdrawal_failed_by_two': 'a large withdrawal is marked as failed by two persons',
    'withdrawal_failing.withdrawal_failing_guard': 'no first approval without its record',
    'withdrawal_failing.withdrawal_failing_kept': 'history',
    'withdrawal.withdrawal_capped': 'nobody approves or pays more than the daily cap',
    'withdrawal.withdrawal_zz_approved': 'it is exactly the one that was signed',
    'withdrawal.begun_in_session': 'begun in a session of its customer',
    'withdrawal.changed_in_session': 'changed in a session of its customer',
    'withdrawal.withdrawal_transition': 'decided on record, a large one by two persons, and what ended stays',
    'withdrawal.withdrawal_transition_steps':
      'to an address of the customer’s, by two persons where it takes two',
    'withdrawal.withdrawal_held': 'nothing is asked for without being frozen',
    'withdrawal.withdrawal_ended': 'nothing ends without what it moves',
    'withdrawal.withdrawal_books_hold': 'none goes on while the books do not add up',
    'withdrawal.withdrawal_duties_apart': 'who let a customer or their money in lets none of it out',
  },
  limits: {
    withdrawals: [
      'how often and how long one may be held, and how long statistics are cached, the same for everybody',
      'holdMsMax holdsMax withdrawalsKeptMs',
    ],
  },
  acts: {
    'withdrawal.${verdict.kind}':
      'approves a withdrawal as seen, holds it with a reason and an end, or rejects it',
    'withdrawal.paid': 'states once, with its own reference, that a payment arrived',
    'withdrawal.${step}': 'states with a proof that a payment definitely failed; the money is returned',
  },
};
