/** Where this is found: behind the messages that tell of it. */
import { bankLink } from '../../lib/links.ts';
import type { Entries } from '../../platform/entries.ts';

export const entries: Entries = {
  notices: {
    bank_card_changed: { lead: { href: bankLink, title: 'bankCard' } },
  },
};
