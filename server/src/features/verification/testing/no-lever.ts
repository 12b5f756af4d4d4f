/** The no-lever allowlist of the feature `verification`: each name with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';

export const allowed: AllowedOfFeature = {
  calls: {
    'GET user/getrealinfo': ['papers', ''],
    'POST user/real_name': [
      'papers',
      'country first_name last_name birth_date certificate_type certificate_number front back',
    ],
  },
  consoleCalls: {
    'POST kyc': ['reads', 'customer note'],
    'POST kyc_picture': ['reads', 'customer note side'],
    'POST kyc_decide': ['person', 'customer note reason seen verdict'],
  },
  columns: {
    kyc_application: {
      whose: 'book id',
      person: 'country certificate_type sealed number_key name_key front back',
      permission: 'status reason',
      when: 'submitted_ms decided_ms',
    },
  },
  tables: {
    kyc_application: 'both',
  },
  rights: [
    { because: 'people submit their identity', may: 'select insert', on: 'kyc_application' },
    {
      because: 'an operator decides about it, and the database requires the record',
      may: 'update',
      on: 'kyc_application.status kyc_application.reason kyc_application.decided_ms',
    },
  ],
  functions: {
    'kyc_application_approved()': 'guards',
    'definer verified_by_application()': 'guards',
  },
  triggers: {
    'kyc_application.kyc_application_zz_approved': 'the decision is the one that was signed',
    'customer.verified_by_application': 'a customer is verified by their own application, with its country',
    'kyc_application.kyc_application_zz_reason_approved': 'the reason is the one that was signed',
    'kyc_application.kyc_application_transition': 'decided on record',
  },
  limits: {
    verification: [
      'how often a customer may submit, and the deadline of the decision, the same for everybody',
      'submissionsDayMax reviewMs',
    ],
  },
  acts: {
    'kyc.read': 'reads',
    'kyc.approve': 'verifies an example customer of a demo at its start',
  },
};
