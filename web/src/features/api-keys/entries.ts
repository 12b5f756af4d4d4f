/** Entry points: the account menu, and the notices that link to this feature. */
import { SquareTerminal } from 'lucide-react';
import type { Entries, Lead } from '../../platform/entries.ts';
import { apiKeysLink } from './links.ts';

const lead: Lead = { href: apiKeysLink, title: 'apiKeys' };

export const entries: Entries = {
  menu: [{ group: 'developers', place: 10, icon: SquareTerminal, says: 'titles.apiKeys', href: apiKeysLink }],
  notices: {
    api_key_made: { lead },
    api_order_waits: { lead, tone: 'plain' },
  },
  topics: {
    api_keys: SquareTerminal,
  },
};
