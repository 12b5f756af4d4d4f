/** The no-lever allowlist of the feature `session`: each name with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';

export const allowed: AllowedOfFeature = {
  calls: {
    'POST user/login': ['person', 'account password totp passkey'],
    'POST user/logout': ['person', ''],
    'POST user/forget': ['person', 'email code password re_password totp passkey'],
    'POST safe/update_password': ['person', 'old_password password re_password totp passkey message sign'],
    'GET user/info': ['person', ''],
    'POST set/lang': ['person', 'language'],
    'GET user/sessions': ['safety', ''],
    'POST user/sessions_end': ['safety', 'id'],
    'GET user/logins': ['safety', 'cursor'],
    'GET demo/mail': ['demo', ''],
  },
};
