/** The no-lever allowlist of the feature `security`: each name with its justification. */
import { CONFIRMING } from '@candor/testing/no-lever/shared-fields.ts';
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';

export const allowed: AllowedOfFeature = {
  calls: {
    'POST user/passkey_options': ['person', ''],
    'POST user/passkey_login': ['person', 'passkey'],
    'GET getareacode': ['person', ''],
    'POST sms_send_d': ['person', 'area_code phone'],
    'GET safe/overview': ['safety', ''],
    'POST safe/google': ['safety', `action code ${CONFIRMING}`],
    'GET safe/passkeys': ['safety', ''],
    'POST safe/passkey_options': ['safety', ''],
    'POST safe/passkey_add': ['safety', `created name ${CONFIRMING}`],
    'POST safe/passkey_remove': ['safety', `id ${CONFIRMING}`],
    'POST safe/confirm_options': ['safety', ''],
    'POST safe/trading_password': ['safety', `password re_password current code ${CONFIRMING}`],
    'POST safe/email': ['safety', `email code ${CONFIRMING}`],
    'POST safe/phone': ['safety', `area_code phone code ${CONFIRMING}`],
    'POST safe/anti_phishing': ['safety', `word ${CONFIRMING}`],
  },
  consoleCalls: {
    'POST factor_reset': ['person', 'customer note reason'],
  },
  limits: { security: ['second factors, the same for everybody', 'passkeysMax'] },
  acts: {
    'factor.reset_first': 'a first approval that factors are lost; a second person removes them',
    'factor.reset': 'restores a customer’s access to their account',
  },
};
