/** The customer's API keys, below the orders that wait for an answer. */
import { Plus, SquareTerminal } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { navigate } from '../../lib/hash-history.ts';
import { SwitchRow } from '../../live/switch-row.tsx';
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
import { apiKeyLink, newApiKeyLink } from './links.ts';
import { stateOf, useKeys, useWaiting } from './use-keys.ts';
import type { ApiKey, Keys } from './use-keys.ts';
import { WaitingOrders } from './waiting-orders.tsx';

function KeyRow({ item, now }: { readonly item: ApiKey; readonly now: number }) {
  const t = useTranslations('apiKeys');
  const format = useFormat();
  const state = stateOf(item, now);
  return (
    <ListRow
      href={apiKeyLink(item.id)}
      start={<MenuIcon icon={SquareTerminal} />}
      title={item.name}
      subtitle={item.used_at === null ? t('neverUsed') : t('usedAt', { time: format.moment(item.used_at) })}
      end={state === 'valid' ? undefined : <Badge>{t(`state.${state}`)}</Badge>}
    />
  );
}

function Listed({ keys }: { readonly keys: Keys }) {
  const t = useTranslations('apiKeys');
  if (keys.items.length === 0) {
    return (
      <EmptyState
        icon={SquareTerminal}
        title={t('none')}
        text={t('noneText')}
        action={<Button onClick={() => navigate(newApiKeyLink)}>{t('create')}</Button>}
      />
    );
  }
  return (
    <>
      <Section>
        {keys.items.map((item) => (
          <KeyRow key={item.id} item={item} now={keys.now} />
        ))}
      </Section>
      <p className="gutter pt-3 text-sm text-quiet">{t('never')}</p>
    </>
  );
}

export function KeysScreen() {
  const t = useTranslations('apiKeys');
  const query = useKeys();
  const waiting = useWaiting();
  return (
    <Screen
      onRefresh={() => Promise.all([query.refetch(), waiting.refetch()])}
      actions={<IconButton icon={Plus} label={t('create')} onClick={() => navigate(newApiKeyLink)} />}
    >
      <Loaded query={waiting} skeleton={null}>
        {({ items }) => <WaitingOrders items={items} />}
      </Loaded>
      <Loaded query={query} skeleton={<SkeletonRows count={3} />}>
        {(keys) => <Listed keys={keys} />}
      </Loaded>
      <SwitchRow />
    </Screen>
  );
}
