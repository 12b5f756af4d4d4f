/** The no-lever allowlist of the feature `desk`: each name with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';

export const allowed: AllowedOfFeature = {
  consoleCalls: {
    'POST login': ['session', 'account browser_key password totp'],
    'POST logout': ['session', ''],
    'GET approval': ['session', ''],
    'GET me': ['session', ''],
    'GET dashboard': ['reads', ''],
    'GET morning': ['reads', 'from'],
    'GET cases': ['reads', 'cursor kind limit overdue'],
    'GET audit': ['reads', 'action cursor customer limit operator'],
    'GET audit_check': ['reads', ''],
    'GET customers': ['reads', 'activity country cursor identity limit q status'],
    'GET customer': ['reads', 'customer'],
    'GET links': ['reads', 'customer'],
    'GET timeline': ['reads', 'cursor customer from kind limit product q symbol to'],
  },
  acts: { 'links.read': 'reads' },
};
