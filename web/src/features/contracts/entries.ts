/** Where this is found: in the menus of the account and behind the messages that tell of it. */
import { Layers, TriangleAlert } from 'lucide-react';
import { contractPositionsLink, forexPositionsLink, receiptLink } from '../../lib/links.ts';
import type { Entries } from '../../platform/entries.ts';

export const entries: Entries = {
  menu: [
    {
      group: 'trading',
      place: 90,
      icon: Layers,
      says: 'titles.contractPositions',
      href: contractPositionsLink,
    },
  ],
  notices: {
    // Forex and metals tell of their positions by the same messages.
    position_warned: {
      lead: ({ product }) =>
        product === 'forex'
          ? { href: forexPositionsLink, title: 'forexPositions' }
          : { href: contractPositionsLink, title: 'contractPositions' },
    },
    position_closed_out: {
      lead: ({ product, position = '' }) => ({
        href: receiptLink(product, position),
        title: product === 'forex' ? 'forexPositions' : 'contractPositions',
      }),
    },
  },
  topics: {
    margin: TriangleAlert,
  },
};
