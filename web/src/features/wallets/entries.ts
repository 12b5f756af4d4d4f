/** Entry points: the account menu, and the notices that link to this feature. */
import { ChartNoAxesColumn, Landmark, ScrollText } from 'lucide-react';
import { accumulatedLink, recordsLink } from '../../lib/links.ts';
import type { Entries } from '../../platform/entries.ts';

export const entries: Entries = {
  menu: [
    { group: 'activity', place: 60, icon: ScrollText, says: 'titles.records', href: recordsLink() },
    {
      group: 'activity',
      place: 70,
      icon: ChartNoAxesColumn,
      says: 'titles.accumulated',
      href: accumulatedLink,
    },
  ],
  notices: {
    balance_corrected: {
      lead: ({ currency }) => ({ href: recordsLink(currency), title: 'records' }),
      tone: 'plain',
    },
  },
  topics: {
    money: Landmark,
  },
};
