/** Names that staff activity may use, each with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';

export const allowed: AllowedOfFeature = {
  calls: {
    'GET user/acts': ['person', 'cursor limit'],
  },
};
