/** The no-lever allowlist of the feature `registration`: each name with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';

export const allowed: AllowedOfFeature = {
  calls: {
    'POST user/register': ['person', 'account email code password re_password invite_code birth_date'],
    'POST sms_mail': ['person', 'email purpose'],
    'GET demo/mailbox': ['demo', 'email'],
  },
  columns: {
    registration_key: { whose: 'customer', person: 'key_hash fields_hash', when: 'made_ms' },
  },
  tables: {
    registration_key: 'door',
  },
  rights: [
    {
      because: 'a lost answer is returned again for a day',
      may: 'select insert delete',
      on: 'registration_key',
    },
  ],
};
