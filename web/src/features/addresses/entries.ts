/** Where this is found: behind the messages that tell of it. */
import { addressesLink } from '../../lib/links.ts';
import type { Entries } from '../../platform/entries.ts';

export const entries: Entries = {
  notices: {
    address_added: { lead: { href: addressesLink, title: 'addresses' } },
  },
};
