/** Entry points: the account menu. */
import { FileText, Receipt } from 'lucide-react';
import type { Entries } from '../../platform/entries.ts';
import { statementsLink, taxLink } from './links.ts';

export const entries: Entries = {
  menu: [
    { group: 'trading', place: 72, icon: FileText, says: 'titles.statements', href: statementsLink },
    { group: 'trading', place: 74, icon: Receipt, says: 'titles.tax', href: taxLink },
  ],
};
