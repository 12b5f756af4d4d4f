/** Entry points: the account menu. */
import { ShieldCheck } from 'lucide-react';
import { priceTapeLink } from '../../lib/links.ts';
import type { Entries } from '../../platform/entries.ts';

export const entries: Entries = {
  menu: [{ group: 'proofs', place: 10, icon: ShieldCheck, says: 'titles.priceTape', href: priceTapeLink }],
};
