/** The form for a new webhook, and its secret once the webhook is created. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useConfirmed } from '../../confirm/use-confirmed.ts';
import { useDraft } from '../../lib/drafts.ts';
import { navigate } from '../../lib/hash-history.ts';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import { Screen } from '../../parts/screen.tsx';
import { webhookLink } from './links.ts';
import { NewSecret } from './new-secret.tsx';
import { empty, fields, requestOf } from './webhook-draft.ts';
import { WebhookForm } from './webhook-form.tsx';

type Made = CallOutput<'POST webhooks/create'>;

function Form({ onMade }: { readonly onMade: (made: Made) => void }) {
  const t = useTranslations('webhooks');
  const { draft, change, clear } = useDraft('webhook', empty);
  const errors = useFieldErrors(fields, { webhook_url_wrong: 'url' });
  const create = useConfirmed('POST webhooks/create', { showsRefusal: true });

  async function send(): Promise<void> {
    const answer = await create.send(requestOf(draft));
    if (answer?.type === 'ok') {
      clear();
      onMade(answer.message);
    } else if (answer !== undefined) errors.refuse(answer);
  }

  return (
    <WebhookForm
      {...{ draft, errors, change }}
      busy={create.busy}
      label={t('make')}
      onSend={() => void send()}
    />
  );
}

export function NewWebhookScreen() {
  const t = useTranslations('webhooks');
  const [made, setMade] = useState<Made>();
  return (
    <Screen>
      {made === undefined ? (
        <Form onMade={setMade} />
      ) : (
        <NewSecret
          secret={made.secret}
          title={t('madeTitle')}
          text={t('madeText')}
          onKept={() => navigate(webhookLink(made.id), { replace: true })}
        />
      )}
    </Screen>
  );
}
