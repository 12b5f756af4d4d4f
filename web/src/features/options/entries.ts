/** Entry points: the account menu, and the notices that link to this feature. */
import { Ticket, Timer } from 'lucide-react';
import { forexTicketsLink, ticketsLink } from '../../lib/links.ts';
import type { Entries } from '../../platform/entries.ts';

export const entries: Entries = {
  menu: [
    { group: 'activity', place: 40, icon: Timer, says: 'titles.tickets', href: ticketsLink },
    { group: 'activity', place: 50, icon: Timer, says: 'titles.forexTickets', href: forexTicketsLink },
  ],
  notices: {
    option_voided: {
      lead: ({ symbol = '' }) =>
        symbol.endsWith('/USDT')
          ? { href: `${ticketsLink}?tab=ended`, title: 'tickets' }
          : { href: `${forexTicketsLink}?tab=ended`, title: 'forexTickets' },
    },
  },
  topics: {
    options: Ticket,
  },
};
