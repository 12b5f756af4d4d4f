/** Entry points: the notices that link to this feature. */
import { UserRoundCheck } from 'lucide-react';
import { accountLink } from '../../lib/links.ts';
import type { Entries } from '../../platform/entries.ts';

export const entries: Entries = {
  notices: {
    account_closed: { lead: { href: accountLink, title: 'account' } },
  },
  topics: {
    account: UserRoundCheck,
  },
};
