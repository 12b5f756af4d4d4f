/** Entry points: the account menu. */
import { Gauge } from 'lucide-react';
import { fillQualityLink } from '../../lib/links.ts';
import type { Entries } from '../../platform/entries.ts';

export const entries: Entries = {
  menu: [{ group: 'proofs', place: 20, icon: Gauge, says: 'titles.fillQuality', href: fillQualityLink }],
};
