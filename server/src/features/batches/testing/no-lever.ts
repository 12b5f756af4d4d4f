/** The no-lever allowlist of the feature `batches`: its call with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';

export const allowed: AllowedOfFeature = {
  calls: {
    'POST orders/batch': [
      'order',
      'orders orders.call orders.fields orders.idempotency_key orders.signature',
    ],
  },
};
