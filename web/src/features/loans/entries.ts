/** Entry points: the account menu, and the notices that link to this feature. */
import { CircleAlert, HandCoins } from 'lucide-react';
import { loanLink, oneLoanLink } from '../../lib/links.ts';
import type { Message } from '../../lib/notice-texts.ts';
import type { Entries, Lead } from '../../platform/entries.ts';

const owed = ({ loan = '' }: Message['params']): Lead => ({
  href: oneLoanLink(loan, 'open'),
  title: 'loans',
});
const over = ({ loan = '' }: Message['params']): Lead => ({
  href: oneLoanLink(loan, 'finished'),
  title: 'loans',
});

export const entries: Entries = {
  menu: [{ group: 'products', place: 50, icon: HandCoins, says: 'titles.loan', href: loanLink }],
  notices: {
    loan_disbursed: { lead: owed, tone: 'good' },
    loan_refused: { lead: over, tone: 'bad' },
    loan_reminder: { lead: owed, tone: 'plain' },
    loan_overdue: { lead: owed, tone: 'bad' },
    loan_settled: { lead: over },
  },
  topics: {
    loan_overdue: CircleAlert,
    loans: HandCoins,
  },
};
