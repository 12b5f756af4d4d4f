/** Where this is found: behind the messages that tell of it. */
import { experienceLink } from '../../lib/links.ts';
import type { Entries } from '../../platform/entries.ts';

export const entries: Entries = {
  notices: {
    promotion_granted: { lead: { href: experienceLink, title: 'experience' }, tone: 'good' },
  },
};
