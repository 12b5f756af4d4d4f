/** The form of an application, including photos. The tab stores the form until it is submitted. */
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { useApi } from '../../lib/api.ts';
import { useDraft } from '../../lib/drafts.ts';
import { callKey } from '../../lib/queries.ts';
import { useCommand } from '../../lib/use-command.ts';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import { usePhoto } from '../../lib/use-photo.ts';
import { Button } from '../../ui/button.tsx';
import { PhotoField } from '../../parts/photo-field.tsx';
import { ApplicationFields } from './application-fields.tsx';
import type { ApplicationField, Given } from './application-form.ts';
import { applicationFields, applicationProblems, formAfter, requestOf } from './application-form.ts';

const about = {
  id_number_verified: 'certificate_number',
  too_young: 'birth_date',
  file_not_found: 'front',
} as const;

export type ApplicationPartProps = {
  /** The previous, rejected application. Its unmasked fields are already in the form. */
  readonly before: Given | null;
};

export function ApplicationPart({ before }: ApplicationPartProps) {
  const { toastSuccess } = useApi();
  const queryClient = useQueryClient();
  const t = useTranslations('verification');
  const [first] = useState(() => formAfter(before));
  const { draft, change, clear } = useDraft('verification', first);
  const { errorAt, show, forgive, refuse } = useFieldErrors<ApplicationField>(applicationFields, about);
  const apply = useCommand('POST user/real_name', { showsRefusal: true });
  const edit = (field: ApplicationField, value: string): void => {
    change({ [field]: value });
    forgive(field);
  };
  const of = 'document';
  const front = usePhoto({ of, id: draft.front, onKept: (id) => edit('front', id), otherIds: [draft.back] });
  const back = usePhoto({ of, id: draft.back, onKept: (id) => edit('back', id), otherIds: [draft.front] });

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (show(applicationProblems(draft, new Date()))) return;
    const answer = await apply.send(requestOf(draft));
    if (answer === undefined) return;
    if (answer.type === 'ok') {
      clear();
      toastSuccess('submitted_for_review');
      queryClient.setQueryData(callKey('GET user/getrealinfo', {}), answer.message);
    } else {
      // Removes images that the server no longer has, because it keeps an unassigned image only for a day.
      if (answer.error === 'file_not_found') change({ front: '', back: '' });
      refuse(answer);
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="gutter space-y-4 pt-5">
      <ApplicationFields form={draft} errorAt={errorAt} onEdit={edit} />
      <PhotoField of={of} label={t('front')} hint={t('frontHint')} photo={front} error={errorAt('front')} />
      <PhotoField of={of} label={t('back')} hint={t('backHint')} photo={back} error={errorAt('back')} />
      <p className="text-sm text-quiet">{t('privacy')}</p>
      <Button block type="submit" busy={apply.busy}>
        {t('submit')}
      </Button>
    </form>
  );
}
