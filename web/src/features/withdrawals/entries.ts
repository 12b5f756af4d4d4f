/** Entry points: the notices that link to this feature. */
import { Upload } from 'lucide-react';
import { withdrawLink } from '../../lib/links.ts';
import type { Entries, Lead } from '../../platform/entries.ts';

const withdraw: Lead = { href: withdrawLink, title: 'withdraw' };

export const entries: Entries = {
  notices: {
    withdrawal_requested: { lead: withdraw },
    withdrawal_held: { lead: withdraw, tone: 'plain' },
    withdrawal_sent: { lead: withdraw, tone: 'good' },
    withdrawal_failed: { lead: withdraw, tone: 'bad' },
  },
  topics: {
    withdrawals: Upload,
  },
};
