/** Entry points: the account menu. */
import { ShieldCheck } from 'lucide-react';
import { priceTapeLink } from '../../lib/links.ts';
import type { Entries } from '../../platform/entries.ts';

export const entries: Entries = {
  menu: [
    { group: 'preferences', place: 50, icon: ShieldCheck, says: 'titles.priceTape', href: priceTapeLink },
  ],
};
