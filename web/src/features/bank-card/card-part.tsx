/** The form that adds or replaces a card. Its content is kept in the tab until it is submitted. */
import type { FormEvent } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useConfirmed } from '../../confirm/use-confirmed.ts';
import { useApi } from '../../lib/api.ts';
import { useDraft } from '../../lib/drafts.ts';
import { callKey } from '../../lib/queries.ts';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import { Button } from '../../ui/button.tsx';
import { CardFields } from './card-fields.tsx';
import type { CardField } from './card-form.ts';
import { cardFields, cardProblems, emptyCard, requestOf } from './card-form.ts';

const about = {
  swift_wrong: 'swift',
  iban_wrong: 'card_number',
  routing_number_wrong: 'routing_number',
  phone_wrong: 'phone',
} as const;

export type CardPartProps = {
  readonly replaces: boolean;
  readonly onBound: () => void;
  readonly onCancel: () => void;
};

export function CardPart({ replaces, onBound, onCancel }: CardPartProps) {
  const { toastSuccess } = useApi();
  const queryClient = useQueryClient();
  const t = useTranslations('bankCard');
  const { draft, change, clear } = useDraft('bank-card', emptyCard);
  const { errorAt, show, forgive, refuse } = useFieldErrors<CardField>(cardFields, about);
  const save = useConfirmed('POST user/cash_save', { showsRefusal: true });

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (show(cardProblems(draft))) return;
    const answer = await save.send(requestOf(draft));
    if (answer?.type === 'ok') {
      clear();
      toastSuccess('saved');
      queryClient.setQueryData(callKey('POST user/cash_info', {}), answer.message);
      onBound();
    } else if (answer !== undefined) {
      refuse(answer);
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="gutter space-y-4 pt-5">
      <CardFields
        form={draft}
        errorAt={errorAt}
        onEdit={(field, value) => {
          change({ [field]: value });
          forgive(field);
        }}
      />
      <p className="text-sm text-quiet">{t('privacy')}</p>
      <Button block type="submit" busy={save.busy}>
        {t(replaces ? 'replace' : 'bind')}
      </Button>
      {replaces && (
        <Button block kind="quiet" onClick={onCancel}>
          {t('keep')}
        </Button>
      )}
    </form>
  );
}
