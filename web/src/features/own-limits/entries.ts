/** Entry points: the account menu, and the notices that link to this feature. */
import { Gauge, Globe } from 'lucide-react';
import { jurisdictionLink, ownLimitsLink } from '../../lib/links.ts';
import type { Entries } from '../../platform/entries.ts';

export const entries: Entries = {
  menu: [
    {
      group: 'preferences',
      place: 30,
      icon: Gauge,
      says: 'titles.ownLimits',
      href: ownLimitsLink,
      forCustomers: true,
    },
    { group: 'preferences', place: 40, icon: Globe, says: 'titles.jurisdiction', href: jurisdictionLink },
  ],
  notices: {
    limits_changed: { lead: { href: ownLimitsLink, title: 'ownLimits' } },
  },
};
