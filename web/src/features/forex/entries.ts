/** Entry points: the account menu. */
import { Coins, Layers } from 'lucide-react';
import { forexMarketLink, forexPositionsLink } from '../../lib/links.ts';
import type { Entries } from '../../platform/entries.ts';

export const entries: Entries = {
  menu: [
    { group: 'trading', place: 100, icon: Layers, says: 'titles.forexPositions', href: forexPositionsLink },
    { group: 'trading', place: 130, icon: Coins, says: 'titles.forex', href: forexMarketLink },
  ],
};
