/** Entry points: the account menu, and the notices that link to this feature. */
import { Webhook } from 'lucide-react';
import type { Entries, Lead } from '../../platform/entries.ts';
import { webhooksLink } from './links.ts';

const lead: Lead = { href: webhooksLink, title: 'webhooks' };

export const entries: Entries = {
  menu: [{ group: 'developers', place: 20, icon: Webhook, says: 'titles.webhooks', href: webhooksLink }],
  notices: {
    webhook_made: { lead },
    webhook_stopped: { lead },
  },
};
