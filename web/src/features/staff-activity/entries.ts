/** Entry points: the notices that link to this feature. */
import { actsLink } from '../../lib/links.ts';
import type { Entries } from '../../platform/entries.ts';

export const entries: Entries = {
  notices: {
    standing_changed: { lead: { href: actsLink, title: 'acts' }, tone: 'plain' },
  },
};
