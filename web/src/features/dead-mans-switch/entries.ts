/** Entry points: the account menu, and the notice that links to this feature. */
import { TimerOff } from 'lucide-react';
import { switchLink } from '../../lib/links.ts';
import type { Entries } from '../../platform/entries.ts';

export const entries: Entries = {
  menu: [{ group: 'developers', place: 30, icon: TimerOff, says: 'titles.deadMansSwitch', href: switchLink }],
  notices: {
    orders_switched_off: { lead: { href: switchLink, title: 'deadMansSwitch' }, tone: 'plain' },
  },
};
