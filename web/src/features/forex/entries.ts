/** Entry points: the account menu. */
import { Coins, Layers } from 'lucide-react';
import { forexMarketLink, forexPositionsLink } from '../../lib/links.ts';
import type { Entries } from '../../platform/entries.ts';

export const entries: Entries = {
  menu: [
    { group: 'activity', place: 30, icon: Layers, says: 'titles.forexPositions', href: forexPositionsLink },
    { group: 'products', place: 20, icon: Coins, says: 'titles.forex', href: forexMarketLink },
  ],
};
