/** The no-lever allowlist of the feature `settings`: each name with its justification. */
import { CONFIRMING } from '@candor/testing/no-lever/shared-fields.ts';
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';

export const allowed: AllowedOfFeature = {
  calls: {
    'GET user/credit': ['person', ''],
    'GET user/notice_choices': ['person', ''],
    'POST user/notice_choice': ['person', 'topic channel enabled'],
    'POST user/close': ['person', `account ${CONFIRMING}`],
    'POST user/export': ['person', CONFIRMING],
  },
};
