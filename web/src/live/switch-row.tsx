/**
 * Whether the customer's dead man's switch is on and until when, as a link to its screen, next to the orders that it would
 * cancel.
 */
import { TimerOff } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useSignedIn } from '../lib/customer.ts';
import { useFormat } from '../lib/format.ts';
import { switchLink } from '../lib/links.ts';
import { useCall } from '../lib/queries.ts';
import { ListRow } from '../ui/list-row.tsx';
import { MenuIcon } from '../ui/menu-icon.tsx';
import { Section } from '../ui/section.tsx';

export function SwitchRow() {
  const t = useTranslations('orders.switch');
  const format = useFormat();
  // Refetched on every visit, because programs renew the switch while no screen is open.
  const { data } = useCall('GET orders/dead_mans_switch', {}, { enabled: useSignedIn(), staleMs: 0 });
  if (data === undefined) return null;
  const { status, fires_at: firesAt } = data;
  return (
    <Section>
      <ListRow
        href={switchLink}
        start={<MenuIcon icon={TimerOff} />}
        title={t('title')}
        subtitle={t(status, { time: firesAt === null ? '' : format.moment(firesAt / 1000) })}
        wrap
      />
    </Section>
  );
}
