/** Entry points: the account menu, and the notices that link to this feature. */
import { Layers, TriangleAlert } from 'lucide-react';
import { contractPositionsLink, forexPositionsLink, receiptLink } from '../../lib/links.ts';
import type { Message } from '../../lib/notice-texts.ts';
import type { Entries, Lead } from '../../platform/entries.ts';

const leadTo =
  (tab: 'holding' | 'completed') =>
  ({ product, position = '' }: Message['params']): Lead => ({
    href: receiptLink(product, position, tab),
    title: product === 'forex' ? 'forexPositions' : 'contractPositions',
  });
const opened = leadTo('holding');
const closed = leadTo('completed');

export const entries: Entries = {
  menu: [
    {
      group: 'activity',
      place: 20,
      icon: Layers,
      says: 'titles.contractPositions',
      href: contractPositionsLink,
    },
  ],
  notices: {
    // Forex and metals use the same notices for their positions.
    position_warned: {
      lead: ({ product }) =>
        product === 'forex'
          ? { href: forexPositionsLink, title: 'forexPositions' }
          : { href: contractPositionsLink, title: 'contractPositions' },
    },
    position_closed_out: { lead: closed },
    // The app announces these itself (`live/position-news.ts`).
    position_opened_long: { lead: opened },
    position_opened_short: { lead: opened },
    position_took_profit: { lead: closed },
    position_stopped: { lead: closed },
    position_locked: { lead: closed },
    position_trailed: { lead: closed },
    // A part of the position may still be open.
    position_reduced: { lead: opened },
    position_closed_late: { lead: closed },
  },
  topics: {
    margin: TriangleAlert,
  },
};
