/** The no-lever allowlist of the feature `wallet-sign-in`: each name with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';

export const allowed: AllowedOfFeature = {
  calls: {
    'GET user/nonce': ['person', ''],
    'POST user/addressreg': ['person', 'address message sign invite_code totp passkey'],
  },
};
