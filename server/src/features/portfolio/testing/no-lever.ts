/** The no-lever allowlist of the feature `portfolio`: each name with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';

export const allowed: AllowedOfFeature = {
  calls: {
    'GET portfolio/value': ['own', ''],
    'GET portfolio/history': ['own', ''],
  },
  limits: {
    portfolio: ['sizes of answers and caches', 'daysMax flowsMax flowsShownMax bidsMax'],
  },
};
