/** Entry points: the account menu, and the notices that link to this feature. */
import { Ticket, Timer } from 'lucide-react';
import { forexTicketsLink, ticketLink, ticketsLink } from '../../lib/links.ts';
import type { Message } from '../../lib/notice-texts.ts';
import type { Entries, Lead } from '../../platform/entries.ts';

const lead = ({ symbol = '', ticket = '' }: Message['params']): Lead => ({
  href: ticketLink(symbol, ticket),
  title: symbol.endsWith('/USDT') ? 'tickets' : 'forexTickets',
});

export const entries: Entries = {
  menu: [
    { group: 'activity', place: 40, icon: Timer, says: 'titles.tickets', href: ticketsLink },
    { group: 'activity', place: 50, icon: Timer, says: 'titles.forexTickets', href: forexTicketsLink },
  ],
  notices: {
    // The app announces results with their figures (`live/ticket-news.ts`).
    option_won: { lead },
    option_lost: { lead },
    option_tied: { lead },
    option_voided: { lead },
  },
  topics: {
    options: Ticket,
  },
};
