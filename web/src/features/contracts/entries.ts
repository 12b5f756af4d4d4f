/** Entry points: the account menu, and the notices that link to this feature. */
import { Layers, TriangleAlert } from 'lucide-react';
import { contractPositionsLink, forexPositionsLink, receiptLink } from '../../lib/links.ts';
import type { Entries } from '../../platform/entries.ts';

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
