/** The no-lever allowlist of the feature `uploads`: each name with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';

export const allowed: AllowedOfFeature = {
  calls: {
    'POST upload': ['papers', 'purpose'],
  },
};
