/** The fields of a webhook: its address, and a switch for each kind of event. */
import { webhookKinds } from '@candor/protocol/webhooks/schemas.ts';
import type { FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { FieldErrors } from '../../lib/use-field-errors.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/section.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { kindKey } from './use-webhooks.ts';
import { kindsOf, problemsOf, toggled } from './webhook-draft.ts';
import type { Field, WebhookDraft } from './webhook-draft.ts';

export type WebhookFormProps = {
  readonly draft: WebhookDraft;
  readonly errors: FieldErrors<Field>;
  readonly change: (change: Partial<WebhookDraft>) => void;
  readonly busy: boolean;
  readonly label: string;
  readonly onSend: () => void;
};

function Kinds({ draft, errors, change }: Pick<WebhookFormProps, 'draft' | 'errors' | 'change'>) {
  const t = useTranslations('webhooks');
  const chosen = kindsOf(draft);
  const error = errors.errorAt('kinds');
  return (
    <Section title={t('events')}>
      {webhookKinds.map((kind) => (
        <label key={kind} className="hairline flex min-h-12 items-center gap-3 px-4 py-1 last:shadow-none">
          <span className="min-w-0 flex-1">{t(`kind.${kindKey(kind)}`)}</span>
          <input
            type="checkbox"
            role="switch"
            checked={chosen.includes(kind)}
            aria-checked={chosen.includes(kind)}
            aria-invalid={error !== undefined}
            onChange={() => {
              change({ kinds: toggled(draft, kind) });
              errors.forgive('kinds');
            }}
            className="size-5 shrink-0 accent-(--accent-solid)"
          />
        </label>
      ))}
      {error !== undefined && (
        <p role="alert" className="px-4 py-2 text-sm text-danger">
          {error}
        </p>
      )}
    </Section>
  );
}

export function WebhookForm({ draft, errors, change, busy, label, onSend }: WebhookFormProps) {
  const t = useTranslations('webhooks');
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!errors.show(problemsOf(draft))) onSend();
  }
  return (
    <form noValidate onSubmit={submit} className="pb-4">
      <div className="gutter space-y-4 pt-4">
        <p className="text-sm text-soft">{t('what')}</p>
        <TextField
          label={t('address')}
          hint={t('addressHint')}
          type="url"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={500}
          value={draft.url}
          error={errors.errorAt('url')}
          onChange={(event) => {
            change({ url: event.target.value });
            errors.forgive('url');
          }}
        />
      </div>
      <Kinds draft={draft} errors={errors} change={change} />
      <div className="gutter pt-4">
        <Button block type="submit" needsNetwork busy={busy}>
          {label}
        </Button>
      </div>
    </form>
  );
}
