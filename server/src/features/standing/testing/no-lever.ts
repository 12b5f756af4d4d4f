/** The no-lever allowlist of the feature `standing`: each name with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';

export const allowed: AllowedOfFeature = {
  consoleCalls: {
    'POST standing': ['person', 'change customer note reason'],
    'POST credit': ['person', 'customer note reason score'],
  },
  acts: {
    'customer.${change}': 'freezes, locks or releases an account',
    'credit.set': 'a score that no price or fill depends on',
  },
};
