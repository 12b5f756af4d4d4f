/** The no-lever allowlist of the feature `experience`: each name with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';
import { experienceCredits } from '../../../identity/experience-credit.ts';

export const allowed: AllowedOfFeature = {
  calls: {
    'GET wallet/experience': ['own', ''],
    'POST wallet/experience_convert': ['order', ''],
  },
  columns: {
    experience_credit: {
      whose: 'book id',
      money: 'amount converted bound_after',
      reckoned: 'turnover',
      state: 'status',
      waits: 'version armed_seq',
      when: 'granted_ms expires_ms due_ms ended_ms',
    },
    experience_turnover: { whose: 'book id', reckoned: 'amount' },
    experience_paid: { whose: 'book id', reckoned: 'amount' },
  },
  tables: {
    experience_credit: 'commands',
  },
  changed: [experienceCredits],
  rights: [
    {
      because: 'read only: only journals move them',
      may: 'select',
      on: 'experience_turnover experience_paid',
    },
    {
      because: 'customers’ rows, whose transitions and terms a trigger guards',
      may: 'select insert',
      on: 'experience_credit',
    },
  ],
  guardReads: 'experience_credit experience_turnover',
  publicRights: [
    {
      because: 'called by the guards of journals, with the rights of the role that posts',
      may: 'execute',
      on: 'experience_converted_violation',
    },
    {
      because: 'belongs to a trigger and cannot be called: credit and shares',
      may: 'execute',
      on: 'experience_credit_turned_over experience_credit_begins experience_credit_converted',
    },
    { because: 'belongs to a trigger and cannot be called', may: 'execute', on: 'experience_credit_refuse' },
  ],
  functions: {
    'unacted(book, of_what)': 'guards',
    'credit_stays_credit(posted)': 'guards',
    'definer experience_credit_agreed()': 'guards',
    'experience_credit_violation(was, new_row, is_new)': 'guards',
    'experience_credit_refuse()': 'guards',
    'experience_credit_turned_over()': 'guards',
    'experience_credit_begins()': 'guards',
    'experience_credit_converted()': 'guards',
    'experience_converted_violation(of_book, of_id)': 'guards',
    'experience_kept(posted)': 'guards',
    'experience_journal(posted)': 'guards',
  },
  triggers: {
    'experience_credit.experience_credit_agreed_new': 'credit begins with its grant, now',
    'experience_credit.experience_credit_agreed': 'credit ends now, for a recorded cause',
    'experience_credit.experience_credit_transition': 'what was granted stays',
    'experience_credit.experience_credit_began': 'it begins active',
    'experience_credit.experience_credit_went_its_way': 'ended rows do not change',
    'experience_credit.experience_credit_turned_over': 'no conversion of credit that no risk turned over',
    'experience_credit.experience_credit_begins': 'nothing of a credit is converted from the beginning',
    'experience_credit.experience_credit_converted':
      'what is converted is what journals moved, within half of the fees paid',
  },
};
