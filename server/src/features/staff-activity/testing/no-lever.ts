/** The no-lever allowlist of the feature `staff-activity`: each name with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';

export const allowed: AllowedOfFeature = {
  calls: {
    'GET user/acts': ['person', 'cursor limit'],
  },
};
