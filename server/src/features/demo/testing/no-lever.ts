/** The no-lever allowlist of the feature `demo`: each name with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';

export const allowed: AllowedOfFeature = {
  calls: {
    'GET demo': ['demo', 'at_ms'],
  },
  consoleCalls: {
    'GET demo_operators': ['session', ''],
    'GET clock': ['reads', ''],
    'POST clock_forward': ['clock', 'minutes note step'],
  },
  acts: {
    'clock.forward': 'moves a demo’s time, forward only',
  },
};
