/** Entry points: the account menu, and the notices that link to this feature. */
import { ShieldQuestion } from 'lucide-react';
import { leverageLink } from '../../lib/links.ts';
import type { Entries } from '../../platform/entries.ts';

export const entries: Entries = {
  menu: [
    { group: 'preferences', place: 44, icon: ShieldQuestion, says: 'titles.leverage', href: leverageLink },
  ],
  notices: {
    leverage_decided: { lead: { href: leverageLink, title: 'leverage' }, tone: 'plain' },
  },
};
