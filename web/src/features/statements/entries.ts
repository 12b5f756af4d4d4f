/** Entry points: the account menu. */
import { FileText, Receipt } from 'lucide-react';
import type { Entries } from '../../platform/entries.ts';
import { statementsLink, taxLink } from './links.ts';

export const entries: Entries = {
  menu: [
    { group: 'activity', place: 80, icon: FileText, says: 'titles.statements', href: statementsLink },
    { group: 'activity', place: 90, icon: Receipt, says: 'titles.tax', href: taxLink },
  ],
};
