/** Entry points: the notices that link to this feature. */
import { addressesLink } from '../../lib/links.ts';
import type { Entries } from '../../platform/entries.ts';

export const entries: Entries = {
  notices: {
    address_added: { lead: { href: addressesLink, title: 'addresses' } },
  },
};
