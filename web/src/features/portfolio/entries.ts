/** Entry points: the account menu. */
import { ChartLine } from 'lucide-react';
import { portfolioLink } from '../../lib/links.ts';
import type { Entries } from '../../platform/entries.ts';

export const entries: Entries = {
  menu: [{ group: 'activity', place: 58, icon: ChartLine, says: 'titles.portfolio', href: portfolioLink }],
};
