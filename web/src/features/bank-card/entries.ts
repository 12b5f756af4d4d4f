/** Entry points: the notices that link to this feature. */
import { bankLink } from '../../lib/links.ts';
import type { Entries } from '../../platform/entries.ts';

export const entries: Entries = {
  notices: {
    bank_card_changed: { lead: { href: bankLink, title: 'bankCard' } },
  },
};
