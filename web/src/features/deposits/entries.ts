/** Entry points: the notices that link to this feature. */
import { depositLink, recordsLink } from '../../lib/links.ts';
import type { Entries } from '../../platform/entries.ts';

export const entries: Entries = {
  notices: {
    deposit_credited: {
      lead: ({ currency }) => ({ href: recordsLink(currency), title: 'records' }),
      tone: 'good',
    },
    deposit_failed: { lead: { href: depositLink, title: 'deposit' }, tone: 'bad' },
  },
};
