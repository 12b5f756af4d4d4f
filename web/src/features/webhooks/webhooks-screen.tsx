/** The customer's webhooks. */
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { navigate } from '../../lib/hash-history.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { MenuIcon } from '../../ui/menu-icon.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { newWebhookLink, webhookLink } from './links.ts';
import { partsOf, useWebhooks } from './use-webhooks.ts';
import type { Webhook, Webhooks } from './use-webhooks.ts';

/** The status of a webhook: off, failing, or nothing to report. */
function StateBadge({ item }: { readonly item: Webhook }) {
  const t = useTranslations('webhooks');
  if (item.status === 'off') return <Badge>{t('state.off')}</Badge>;
  return item.failing > 0 ? <Badge tone="warning">{t('state.failing')}</Badge> : null;
}

function WebhookRow({ item }: { readonly item: Webhook }) {
  const t = useTranslations('webhooks');
  const format = useFormat();
  return (
    <ListRow
      href={webhookLink(item.id)}
      start={<MenuIcon icon={WebhookIcon} />}
      title={partsOf(item.url).host}
      subtitle={
        item.delivered_at === null
          ? t('neverDelivered')
          : t('deliveredAt', { time: format.moment(item.delivered_at) })
      }
      end={<StateBadge item={item} />}
    />
  );
}

function Listed({ items }: Webhooks) {
  const t = useTranslations('webhooks');
  if (items.length === 0) {
    return (
      <EmptyState
        icon={WebhookIcon}
        title={t('none')}
        text={t('noneText')}
        action={<Button onClick={() => navigate(newWebhookLink)}>{t('create')}</Button>}
      />
    );
  }
  return (
    <>
      <Section>
        {items.map((item) => (
          <WebhookRow key={item.id} item={item} />
        ))}
      </Section>
      <p className="gutter pt-3 text-sm text-quiet">{t('retries')}</p>
    </>
  );
}

export function WebhooksScreen() {
  const t = useTranslations('webhooks');
  const query = useWebhooks();
  return (
    <Screen
      onRefresh={() => query.refetch()}
      actions={<IconButton icon={Plus} label={t('create')} onClick={() => navigate(newWebhookLink)} />}
    >
      <Loaded query={query} skeleton={<SkeletonRows count={3} />}>
        {(webhooks) => <Listed {...webhooks} />}
      </Loaded>
    </Screen>
  );
}
