/** Entry points: the account menu, and the notices that link to this feature. */
import { CircleAlert, HandCoins } from 'lucide-react';
import { loanLink, loansLink } from '../../lib/links.ts';
import type { Entries, Lead } from '../../platform/entries.ts';

const loan: Lead = { href: loanLink, title: 'loan' };
const loans: Lead = { href: loansLink, title: 'loans' };

export const entries: Entries = {
  menu: [{ group: 'products', place: 50, icon: HandCoins, says: 'titles.loan', href: loanLink }],
  notices: {
    loan_disbursed: { lead: loan, tone: 'good' },
    loan_refused: { lead: loans, tone: 'bad' },
    loan_reminder: { lead: loan, tone: 'plain' },
    loan_overdue: { lead: loan, tone: 'bad' },
    loan_settled: { lead: loans },
  },
  topics: {
    loan_overdue: CircleAlert,
    loans: HandCoins,
  },
};
