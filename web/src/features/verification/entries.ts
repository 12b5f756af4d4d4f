/** Where this is found: behind the messages that tell of it. */
import { verificationLink } from '../../lib/links.ts';
import type { Entries } from '../../platform/entries.ts';

export const entries: Entries = {
  notices: {
    kyc_approved: { lead: { href: verificationLink, title: 'verification' }, tone: 'good' },
    kyc_rejected: { lead: { href: verificationLink, title: 'verification' }, tone: 'bad' },
  },
};
