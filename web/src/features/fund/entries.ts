/** Entry points: the account menu, and the notices that link to this feature. */
import { ChartNoAxesCombined } from 'lucide-react';
import { fundLink, fundOrdersLink } from '../../lib/links.ts';
import type { Entries, Lead } from '../../platform/entries.ts';

const orders: Lead = { href: fundOrdersLink(), title: 'fundOrders' };
const endedOrders: Lead = { href: fundOrdersLink('finished'), title: 'fundOrders' };

export const entries: Entries = {
  menu: [{ group: 'products', place: 40, icon: ChartNoAxesCombined, says: 'titles.fund', href: fundLink }],
  notices: {
    fund_started: { lead: orders, tone: 'plain' },
    fund_ending: { lead: orders, tone: 'plain' },
    fund_ended: { lead: endedOrders, tone: 'good' },
    fund_terminated: { lead: endedOrders },
    fund_refused: { lead: endedOrders, tone: 'bad' },
  },
  topics: {
    fund: ChartNoAxesCombined,
  },
};
