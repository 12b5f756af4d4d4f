/** The no-lever allowlist of the feature `access`: each name with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';

export const allowed: AllowedOfFeature = {
  consoleCalls: {
    'GET passkeys': ['session', ''],
    'POST passkey_options': ['session', ''],
    'POST passkey_bring': ['session', 'created label nonce time_ms'],
    'POST passkey_sign_in_options': ['session', ''],
    'POST passkey_login': ['session', 'nonce passkey'],
    'POST confirm': ['session', 'signed totp'],
    'POST own_password': ['session', 'account new_password password'],
    'POST authenticator_new': ['session', ''],
    'POST own_authenticator': ['session', 'account new_totp sealed'],
    'POST passkey_confirm': ['house', 'account key public_key'],
    'POST passkey_revoke': ['house', 'account key reason'],
    'GET operator_resets': ['reads', ''],
    'POST operator_reset': ['house', 'account new_password reason what'],
    'POST operator_reset_decide': ['house', 'account id verdict what'],
  },
  acts: {
    'key.confirm': 'confirms a key for the operator who enrolled it',
    'key.revoke': 'revokes a key',
    'operator.${what}': 'replaces one’s own password or authenticator',
    'operator.reset': 'requests replacement of a lost password or authenticator',
    'operator.reset_${verdict}': 'a second person replaces it, or rejects the request',
  },
};
