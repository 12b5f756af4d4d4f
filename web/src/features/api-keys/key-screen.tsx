/** One API key: its rights, its last use, and a button to revoke it. */
import { SquareTerminal } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useConfirmed } from '../../confirm/use-confirmed.ts';
import { useApi } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { navigate } from '../../lib/hash-history.ts';
import { useParam } from '../../lib/location.ts';
import { AmountText } from '../../parts/amount-text.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx';
import { CopyLine } from '../../ui/copy-line.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { apiKeysLink } from './links.ts';
import { stateOf, useKeys } from './use-keys.ts';
import type { ApiKey, KeyState } from './use-keys.ts';

type Shown = { readonly item: ApiKey; readonly state: KeyState };

function Mandate({ item }: { readonly item: ApiKey }) {
  const t = useTranslations('apiKeys');
  const usdt = (value: string) => <AmountText value={value} unit="USDT" />;
  return (
    <Section title={t('mandate')}>
      <dl className="px-4 py-2">
        <FactRow name={t('may')}>{item.scopes.map((scope) => t(`scope.${scope}`)).join(' · ')}</FactRow>
        <FactRow name={t('symbols')}>
          {item.symbols.length === 0 ? t('allSymbols') : item.symbols.join(' ')}
        </FactRow>
        <FactRow name={t('orderMax')}>{usdt(item.order_max)}</FactRow>
        <FactRow name={t('lossMax')}>{usdt(item.loss_max)}</FactRow>
        <FactRow name={t('lostToday')}>{usdt(item.lost_today)}</FactRow>
        <FactRow name={t('askAbove')}>
          {item.ask_above === null ? t('askNever') : usdt(item.ask_above)}
        </FactRow>
        <FactRow name={t('networks')}>
          {item.networks.length === 0 ? t('anyNetwork') : item.networks.join(' ')}
        </FactRow>
      </dl>
    </Section>
  );
}

function Use({ item, state }: Shown) {
  const t = useTranslations('apiKeys');
  const format = useFormat();
  return (
    <Section title={item.name}>
      <CopyLine name={t('key')} text={item.key} copyLabel={t('copyKey')} mono />
      <dl className="px-4 py-2">
        <FactRow name={t('status')}>{t(`state.${state}`)}</FactRow>
        <FactRow name={t('kind')}>{t(`kinds.${item.kind}`)}</FactRow>
        <FactRow name={t('created')}>{format.moment(item.created_at)}</FactRow>
        <FactRow name={t('expires')}>{format.moment(item.expires_at)}</FactRow>
        <FactRow name={t('lastUse')}>
          {item.used_at === null ? t('neverUsed') : format.moment(item.used_at)}
        </FactRow>
        {item.used_from !== null && <FactRow name={t('usedFrom')}>{item.used_from}</FactRow>}
      </dl>
    </Section>
  );
}

function Revoke({ item }: { readonly item: ApiKey }) {
  const { toastSuccess } = useApi();
  const t = useTranslations('apiKeys');
  const [asking, setAsking] = useState(false);
  const revoke = useConfirmed('POST api_keys/revoke');
  async function confirmed(): Promise<void> {
    setAsking(false);
    const answer = await revoke.send({ id: item.id });
    if (answer?.type === 'ok') toastSuccess('deleted');
  }
  return (
    <Section plain>
      <Button block kind="danger" busy={revoke.busy} onClick={() => setAsking(true)}>
        {t('revoke')}
      </Button>
      <ConfirmSheet
        open={asking}
        onClose={() => setAsking(false)}
        title={t('revokeTitle')}
        sentence={t('revokeSentence', { name: item.name })}
        kind="danger"
        confirmLabel={t('revoke')}
        onConfirm={() => void confirmed()}
      />
    </Section>
  );
}

function Gone() {
  const t = useTranslations('apiKeys');
  return (
    <EmptyState
      icon={SquareTerminal}
      title={t('gone')}
      action={
        <Button kind="secondary" onClick={() => navigate(apiKeysLink)}>
          {t('toList')}
        </Button>
      }
    />
  );
}

export function KeyScreen() {
  const id = useParam('id');
  const query = useKeys();
  return (
    <Screen onRefresh={() => query.refetch()}>
      <Loaded query={query} skeleton={<SkeletonRows count={6} />}>
        {({ items, now }) => {
          const item = items.find((one) => one.id === id);
          if (item === undefined) return <Gone />;
          const state = stateOf(item, now);
          return (
            <>
              <Use item={item} state={state} />
              <Mandate item={item} />
              {state !== 'revoked' && <Revoke item={item} />}
            </>
          );
        }}
      </Loaded>
    </Screen>
  );
}
