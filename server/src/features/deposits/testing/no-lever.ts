/** The no-lever allowlist of the feature `deposits`: each name with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';
import { deposits } from '../tables.ts';

export const allowed: AllowedOfFeature = {
  calls: {
    'POST wallet/get_in_address': ['payments', 'currency'],
    'POST wallet/charge_req': ['payments', 'currency network amount voucher reference'],
    'POST wallet/charge_cancel': ['payments', 'id'],
    'GET chargelist/log': ['own', 'status currency cursor limit from to'],
  },
  consoleCalls: {
    'GET deposits': ['reads', 'cursor customer limit status'],
    'GET deposit': ['reads', 'customer id'],
    'POST deposit_picture': ['reads', 'customer id'],
    'POST deposit_decide': ['arrived', 'amount customer id note reason reference verdict voucher_hash'],
  },
  columns: {
    deposit: {
      whose: 'book id',
      asked: 'currency network amount voucher claimed_reference claimed_key',
      reckoned: 'value_usdt needs_second',
      tape: 'rate',
      money: 'credited_currency credited_amount',
      state: 'status reason',
      told: 'reference reference_key decided_by first_by first_reference first_key',
      proof: 'voucher_digest',
      when: 'placed_day submitted_ms deadline_ms decided_ms first_ms',
      works: 'version',
    },
    deposit_lately: { whose: 'book id', asked: 'asked' },
  },
  tables: {
    deposit: 'commands',
  },
  changed: [deposits],
  rights: [
    { because: 'reads recent requests', may: 'select', on: 'deposit_lately' },
    {
      because:
        'deposits that customers reported: a trigger guards the transitions and requires the record of the decision',
      may: 'select insert',
      on: 'deposit',
    },
  ],
  guardReads: 'deposit',
  publicRights: [
    {
      because: 'belongs to a trigger and cannot be called',
      may: 'execute',
      on: 'deposit_credited deposit_steps',
    },
  ],
  functions: {
    'definer deposit_made_violation(made)': 'guards',
    'definer deposit_of_now()': 'guards',
    'definer deposit_rate()': 'guards',
    'definer deposit_recomputed()': 'guards',
    'definer deposit_references()': 'guards',
    'definer own_deposit_violation(of_book, of_value, at_ms)': 'guards',
    'deposit_symbol(of_currency)': 'computes',
    'deposit_steps()': 'guards',
    'deposit_journal(posted)': 'guards',
    'deposit_credited()': 'guards',
  },
  triggers: {
    'deposit.deposit_zz_of_now': 'submitted and decided now',
    'deposit.deposit_zz_rate': 'a wire is credited at the published rate',
    'deposit.deposit_zz_recomputed': 'its initial figures follow from terms, tape and the last day',
    'deposit.deposit_zz_references':
      'a payment reference has one form, and the first approval is of the signed one',
    'deposit.deposit_capped': 'nobody credits more than the daily cap',
    'deposit.deposit_zz_approved': 'it is exactly the one that was signed',
    'deposit.begun_in_session': 'begun in a session of its customer',
    'deposit.deposit_credited': 'no deposit ends so without its credit',
    'deposit.deposit_transition': 'decided on record, of a free picture, and what ended stays',
    'deposit.deposit_transition_steps': 'of a free picture, and two persons of one payment',
  },
  limits: { deposits: ['how many may wait, the same for everybody', 'depositsWaitingMax'] },
  acts: {
    'deposit.read': 'reads',
    'deposit.${step}': 'credits exactly what was seen, once, as a first or final approval, or rejects it',
  },
};
