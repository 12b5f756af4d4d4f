/** Entry points: the notices that link to this feature. */
import { verificationLink } from '../../lib/links.ts';
import type { Entries } from '../../platform/entries.ts';

export const entries: Entries = {
  notices: {
    kyc_approved: { lead: { href: verificationLink, title: 'verification' }, tone: 'good' },
    kyc_rejected: { lead: { href: verificationLink, title: 'verification' }, tone: 'bad' },
  },
};
