/** The no-lever allowlist of the feature `notifications`: each name with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';

export const allowed: AllowedOfFeature = {
  calls: {
    'GET user/usermessage': ['person', 'id cursor limit'],
    'POST user/message_read': ['person', 'id'],
  },
  limits: {
    notifications: [
      'how far messages are counted, and how soon devices get them, the same for everybody',
      'unreadMax markedAtOnce eventMessagesMax announceEveryMs',
    ],
  },
};
