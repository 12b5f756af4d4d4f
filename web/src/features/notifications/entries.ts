/** Entry points: the notices that link to this feature. */
import { BellRing } from 'lucide-react';
import { chartLink } from '../../lib/links.ts';
import type { Entries } from '../../platform/entries.ts';

export const entries: Entries = {
  notices: {
    price_alert: { lead: ({ symbol = '' }) => ({ href: chartLink(symbol), title: 'chart' }), tone: 'plain' },
  },
  topics: {
    price_alerts: BellRing,
  },
};
