/** Entry points: the account menu, and the notices that link to this feature. */
import { CircleHelp, FileText, Landmark, LifeBuoy, Scale } from 'lucide-react';
import { articleLink, faqLink, helpLink, licenceLink, serviceAgreementLink } from '../../lib/links.ts';
import type { Entries, Lead } from '../../platform/entries.ts';

/** The agreements that have separate pages. */
const agreements: Readonly<Record<string, Lead>> = {
  'service-agreement': { href: serviceAgreementLink, title: 'serviceAgreement' },
  licence: { href: licenceLink, title: 'licence' },
  'licence-live': { href: licenceLink, title: 'licence' },
};

export const entries: Entries = {
  menu: [
    { group: 'help', place: 20, icon: LifeBuoy, says: 'titles.help', href: helpLink },
    { group: 'help', place: 30, icon: CircleHelp, says: 'titles.faq', href: faqLink },
    { group: 'help', place: 40, icon: FileText, says: 'titles.serviceAgreement', href: serviceAgreementLink },
    { group: 'help', place: 50, icon: Landmark, says: 'titles.licence', href: licenceLink },
  ],
  notices: {
    agreement_changed: {
      lead: ({ article = 'service-agreement' }) =>
        agreements[article] ?? { href: articleLink(article), title: 'article' },
      tone: 'plain',
    },
  },
  topics: {
    agreements: Scale,
  },
};
