/** Entry points: the account menu, and the notices that link to this feature. */
import { ChartNoAxesCombined, CirclePercent } from 'lucide-react';
import { fundLink, fundOrdersLink } from '../../lib/links.ts';
import type { Message } from '../../lib/notice-texts.ts';
import type { Entries, Lead } from '../../platform/entries.ts';

type Params = Message['params'];
const running = ({ order = '' }: Params): Lead => ({
  href: fundOrdersLink({ id: order }),
  title: 'fundOrders',
});
const over = ({ order = '' }: Params): Lead => ({
  href: fundOrdersLink({ tab: 'finished', id: order }),
  title: 'fundOrders',
});

export const entries: Entries = {
  menu: [{ group: 'products', place: 40, icon: ChartNoAxesCombined, says: 'titles.fund', href: fundLink }],
  notices: {
    fund_started: { lead: running, tone: 'plain' },
    fund_income: { lead: running },
    fund_ending: { lead: running, tone: 'plain' },
    fund_ended: { lead: over, tone: 'good' },
    fund_terminated: { lead: over },
    fund_refused: { lead: over, tone: 'bad' },
  },
  topics: {
    fund: ChartNoAxesCombined,
    fund_income: CirclePercent,
  },
};
