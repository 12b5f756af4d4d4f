/** Entry points: the notices that link to this feature. */
import { ShieldCheck } from 'lucide-react';
import { devicesLink, securityLink } from '../../lib/links.ts';
import type { Entries, Lead } from '../../platform/entries.ts';

const security: Lead = { href: securityLink, title: 'security' };

export const entries: Entries = {
  notices: {
    password_changed: { lead: security },
    new_device: { lead: { href: devicesLink, title: 'devices' }, tone: 'plain' },
    signing_key_added: { lead: { href: devicesLink, title: 'devices' }, tone: 'plain' },
    email_changed: { lead: security },
    phone_changed: { lead: security },
    factor_changed: { lead: security },
    trading_password_changed: { lead: security },
    guesses_locked: { lead: security, tone: 'bad' },
  },
  topics: {
    security: ShieldCheck,
  },
};
