/** Changes the address and the events of a webhook. */
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useConfirmed } from '../../confirm/use-confirmed.ts';
import { useApi } from '../../lib/api.ts';
import { navigate } from '../../lib/hash-history.ts';
import { useParam } from '../../lib/location.ts';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { GoneWebhook } from './gone-webhook.tsx';
import { webhookLink } from './links.ts';
import { useWebhooks } from './use-webhooks.ts';
import type { Webhook } from './use-webhooks.ts';
import { fields, requestOf } from './webhook-draft.ts';
import type { WebhookDraft } from './webhook-draft.ts';
import { WebhookForm } from './webhook-form.tsx';

function Form({ item }: { readonly item: Webhook }) {
  const { toastSuccess } = useApi();
  const t = useTranslations('webhooks');
  const [draft, setDraft] = useState<WebhookDraft>({ url: item.url, kinds: item.kinds.join(' ') });
  const errors = useFieldErrors(fields, { webhook_url_wrong: 'url' });
  const save = useConfirmed('POST webhooks/change', { showsRefusal: true });

  async function send(): Promise<void> {
    const answer = await save.send({ ...requestOf(draft), id: item.id, enabled: item.status === 'on' });
    if (answer?.type === 'ok') {
      toastSuccess('saved');
      navigate(webhookLink(item.id), { replace: true });
    } else if (answer !== undefined) errors.refuse(answer);
  }

  return (
    <WebhookForm
      {...{ draft, errors }}
      change={(changed) => setDraft((before) => ({ ...before, ...changed }))}
      busy={save.busy}
      label={t('save')}
      onSend={() => void send()}
    />
  );
}

export function ChangeWebhookScreen() {
  const id = useParam('id');
  const query = useWebhooks();
  return (
    <Screen>
      <Loaded query={query} skeleton={<SkeletonRows count={6} />}>
        {({ items }) => {
          const item = items.find((one) => one.id === id);
          return item === undefined ? <GoneWebhook /> : <Form key={item.id} item={item} />;
        }}
      </Loaded>
    </Screen>
  );
}
