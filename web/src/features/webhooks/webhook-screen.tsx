/** One webhook: its address, its status, the possible actions, and its deliveries. */
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useConfirmed } from '../../confirm/use-confirmed.ts';
import { useApi } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { navigate } from '../../lib/hash-history.ts';
import { useParam } from '../../lib/location.ts';
import { useCommand } from '../../lib/use-command.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx';
import { CopyLine } from '../../ui/copy-line.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { Deliveries } from './deliveries.tsx';
import { GoneWebhook } from './gone-webhook.tsx';
import { changeWebhookLink, webhooksLink } from './links.ts';
import { NewSecret } from './new-secret.tsx';
import { kindKey, partsOf, useWebhooks } from './use-webhooks.ts';
import type { Webhook } from './use-webhooks.ts';

type Of = { readonly item: Webhook };

function Facts({ item }: Of) {
  const t = useTranslations('webhooks');
  const format = useFormat();
  const state = item.status === 'on' ? (item.failing > 0 ? 'failing' : 'on') : 'off';
  return (
    <Section title={partsOf(item.url).host}>
      <CopyLine name={t('address')} text={item.url} copyLabel={t('copyAddress')} mono />
      <dl className="px-4 py-2">
        <FactRow name={t('status')}>{t(`state.${state}`)}</FactRow>
        <FactRow name={t('since')}>{format.moment(item.since)}</FactRow>
        <FactRow name={t('lastDelivered')}>
          {item.delivered_at === null ? t('neverDelivered') : format.moment(item.delivered_at)}
        </FactRow>
        {item.waiting > 0 && <FactRow name={t('waiting')}>{String(item.waiting)}</FactRow>}
        <FactRow name={t('events')}>
          {item.kinds.map((kind) => t(`kind.${kindKey(kind)}`)).join(' · ')}
        </FactRow>
      </dl>
      {item.reason !== null && item.reason !== 'customer' && (
        <p className="bg-warning-wash px-4 py-2.5 text-sm">{t(`why.${item.reason}`)}</p>
      )}
    </Section>
  );
}

function Actions({ item, onSecret }: Of & { readonly onSecret: (secret: string) => void }) {
  const { toastSuccess } = useApi();
  const t = useTranslations('webhooks');
  const test = useCommand('POST webhooks/test');
  const change = useConfirmed('POST webhooks/change');
  const rotate = useConfirmed('POST webhooks/rotate');
  const remove = useConfirmed('POST webhooks/delete');
  const [asking, setAsking] = useState<'rotate' | 'delete'>();
  const { id, url, kinds, status } = item;

  async function turn(): Promise<void> {
    const answer = await change.send({ id, url, kinds, enabled: status === 'off' });
    if (answer?.type === 'ok') toastSuccess('saved');
  }
  async function confirmed(): Promise<void> {
    setAsking(undefined);
    if (asking === 'rotate') {
      const answer = await rotate.send({ id });
      if (answer?.type === 'ok') onSecret(answer.message.secret);
      return;
    }
    const answer = await remove.send({ id });
    if (answer?.type !== 'ok') return;
    toastSuccess('deleted');
    navigate(webhooksLink, { replace: true });
  }

  return (
    <Section plain className="space-y-3">
      {status === 'on' ? (
        <Button block needsNetwork busy={test.busy} onClick={() => void test.send({ id })}>
          {t('sendTest')}
        </Button>
      ) : (
        <Button block needsNetwork busy={change.busy} onClick={() => void turn()}>
          {t('turnOn')}
        </Button>
      )}
      <div className="grid grid-cols-2 gap-3">
        <Button block kind="secondary" onClick={() => navigate(changeWebhookLink(id))}>
          {t('change')}
        </Button>
        <Button block kind="secondary" busy={rotate.busy} onClick={() => setAsking('rotate')}>
          {t('newSecret')}
        </Button>
        {status === 'on' && (
          <Button block kind="secondary" busy={change.busy} onClick={() => void turn()}>
            {t('turnOff')}
          </Button>
        )}
        <div className={status === 'on' ? '' : 'col-span-2'}>
          <Button block kind="danger" busy={remove.busy} onClick={() => setAsking('delete')}>
            {t('delete')}
          </Button>
        </div>
      </div>
      <ConfirmSheet
        open={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title={asking === 'rotate' ? t('rotateTitle') : t('deleteTitle')}
        sentence={
          asking === 'rotate' ? t('rotateSentence') : t('deleteSentence', { host: partsOf(url).host })
        }
        {...(asking === 'delete' ? { kind: 'danger' as const } : {})}
        confirmLabel={asking === 'rotate' ? t('newSecret') : t('delete')}
        onConfirm={() => void confirmed()}
      />
    </Section>
  );
}

function Shown({ item }: Of) {
  const t = useTranslations('webhooks');
  const [secret, setSecret] = useState<string>();
  if (secret !== undefined) {
    return (
      <NewSecret
        secret={secret}
        title={t('rotatedTitle')}
        text={t('rotatedText')}
        onKept={() => setSecret(undefined)}
      />
    );
  }
  return (
    <>
      <Facts item={item} />
      <Actions item={item} onSecret={setSecret} />
      <Deliveries item={item} />
    </>
  );
}

export function WebhookScreen() {
  const id = useParam('id');
  const query = useWebhooks();
  return (
    <Screen onRefresh={() => query.refetch()}>
      <Loaded query={query} skeleton={<SkeletonRows count={6} />}>
        {({ items }) => {
          const item = items.find((one) => one.id === id);
          return item === undefined ? <GoneWebhook /> : <Shown item={item} />;
        }}
      </Loaded>
    </Screen>
  );
}
