/** Entry points: the account menu, a coin's wallet, and the notices that link to this feature. */
import { CalendarClock } from 'lucide-react';
import { newRecurringLink, recurringLink, recurringPlanLink } from './links.ts';
import type { Message } from '../../lib/notice-texts.ts';
import type { Entries, Lead } from '../../platform/entries.ts';

/** Returns the link to the plan that a notice names, with its purchase if it is about one, or to the list of plans. */
const lead = ({ plan, purchase }: Message['params']): Lead =>
  plan === undefined
    ? { href: recurringLink, title: 'recurring' }
    : { href: recurringPlanLink(plan, purchase), title: 'recurringPlan' };

export const entries: Entries = {
  coins: [
    {
      place: 10,
      icon: CalendarClock,
      says: 'recurring.buyRegularly',
      hrefOf: (symbol) => newRecurringLink({ symbol }),
    },
  ],
  menu: [
    { group: 'products', place: 60, icon: CalendarClock, says: 'titles.recurring', href: recurringLink },
  ],
  notices: {
    recurring_bought: { lead: lead, tone: 'good' },
    recurring_skipped: { lead: lead, tone: 'bad' },
    recurring_short: { lead: lead, tone: 'bad' },
    recurring_paused: { lead: lead, tone: 'bad' },
    recurring_held: { lead: lead, tone: 'plain' },
  },
  topics: {
    recurring: CalendarClock,
  },
};
