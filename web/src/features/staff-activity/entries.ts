/** Where this is found: behind the messages that tell of it. */
import { actsLink } from '../../lib/links.ts';
import type { Entries } from '../../platform/entries.ts';

export const entries: Entries = {
  notices: {
    standing_changed: { lead: { href: actsLink, title: 'acts' }, tone: 'plain' },
  },
};
