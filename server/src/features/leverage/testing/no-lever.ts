/** The no-lever allowlist of the feature `leverage`: each name with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';
import { leverApplications } from '../tables.ts';

export const allowed: AllowedOfFeature = {
  calls: {
    'GET lever/questionnaire': ['person', ''],
    'POST lever/apply': [
      'person',
      'knowledge experience loss_capacity funds_source quiz_leverage quiz_close_out quiz_gap quiz_worst',
    ],
  },
  consoleCalls: {
    'GET leverage': ['reads', 'customer'],
    'POST leverage_decide': ['person', 'customer id note reason verdict'],
  },
  columns: {
    lever_application: {
      whose: 'book id',
      asked: 'answers',
      permission: 'status reason',
      when: 'submitted_ms decided_ms',
    },
  },
  tables: {
    lever_application: 'both',
  },
  changed: [leverApplications],
  rights: [{ because: 'people register', may: 'select insert', on: 'lever_application' }],
  publicRights: [
    { because: 'belongs to a trigger and cannot be called', may: 'execute', on: 'lever_enabled_record' },
  ],
  functions: {
    'lever_application_approved()': 'guards',
    'lever_enabled_record()': 'guards',
  },
  triggers: {
    'lever_application.lever_application_zz_approved': 'the decision is the one that was signed',
    'lever_application.lever_application_zz_reason_approved': 'the reason is the one that was signed',
    'lever_application.lever_application_transition': 'decided on record',
    'customer.lever_enabled_record': 'decided on record',
  },
  limits: { leverage: ['the deadline of the decision, the same for everybody', 'reviewMs'] },
  acts: {
    'lever.${verdict.kind}': 'permits, refuses or ends leverage',
  },
};
