/** Where this is found: behind the messages that tell of it. */
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
