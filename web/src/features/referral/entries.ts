/** Entry points: the account menu, and the notices that link to this feature. */
import { Users } from 'lucide-react';
import { friendLink } from '../../lib/links.ts';
import type { Entries } from '../../platform/entries.ts';

export const entries: Entries = {
  menu: [{ group: 'activity', place: 100, icon: Users, says: 'titles.friend', href: friendLink }],
  notices: {
    referral_earned: { lead: { href: friendLink, title: 'friend' }, tone: 'good' },
  },
  topics: {
    referral: Users,
  },
};
