/** The no-lever allowlist of the feature `market`: each name with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';

export const allowed: AllowedOfFeature = {
  calls: {
    'GET currency/quotation_new': ['market', ''],
    'GET currency/new_timeshar': ['market', 'symbol period from to'],
    'GET tape': ['market', 'symbol from_seq limit'],
    'GET tape/checkpoints': ['market', 'symbol from_seq limit'],
  },
};
