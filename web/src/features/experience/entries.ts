/** Entry points: the notices that link to this feature. */
import { experienceLink } from '../../lib/links.ts';
import type { Entries } from '../../platform/entries.ts';

export const entries: Entries = {
  notices: {
    promotion_granted: { lead: { href: experienceLink, title: 'experience' }, tone: 'good' },
  },
};
