/** The customer's anti-phishing code, which every mail from Candor contains, so that the customer recognises forged mails. */
import type { FormEvent } from 'react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useConfirmed } from '../../confirm/use-confirmed.ts';
import { useApi } from '../../lib/api.ts';
import { useSignedIn } from '../../lib/customer.ts';
import { useDraft } from '../../lib/drafts.ts';
import { securityLink } from '../../lib/links.ts';
import { useCall } from '../../lib/queries.ts';
import { useFinish } from '../../lib/resolving.ts';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx';
import { Screen } from '../../parts/screen.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { BoundNow } from './bound-now.tsx';

const empty = { word: '' };
/** The server's rule: letters and digits at both ends, with spaces and simple punctuation between them. */
const WORD = /^[\p{L}\p{N}](?:[\p{L}\p{N} ._-]{0,18}[\p{L}\p{N}])?$/u;

export function AntiPhishingScreen() {
  const { toastSuccess } = useApi();
  const t = useTranslations('security.phishing');
  const finish = useFinish(securityLink);
  const overview = useCall('GET safe/overview', {}, { enabled: useSignedIn() });
  const { draft, change, clear } = useDraft('anti-phishing', empty);
  const [removing, setRemoving] = useState(false);
  const { errorAt, show, forgive, refuse } = useFieldErrors(['word']);
  const save = useConfirmed('POST safe/anti_phishing', { showsRefusal: true });

  async function send(word: string): Promise<void> {
    const answer = await save.send({ word });
    if (answer?.type === 'ok') {
      clear();
      toastSuccess(word === '' ? 'deleted' : 'saved');
      finish();
    } else if (answer !== undefined) {
      refuse(answer);
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    const word = draft.word.trim();
    if (!show({ word: WORD.test(word) ? undefined : 'security.phishing.form' })) void send(word);
  }

  return (
    <Screen>
      <BoundNow label={t('now')} value={overview.data?.anti_phishing_word} />
      <form noValidate onSubmit={submit} className="gutter space-y-4 pt-5">
        <p className="text-sm text-soft">{t('text')}</p>
        <TextField
          label={t('word')}
          hint={t('hint')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={20}
          value={draft.word}
          error={errorAt('word')}
          onChange={(event) => {
            change({ word: event.target.value });
            forgive('word');
          }}
        />
        <Button block type="submit" busy={save.busy}>
          {t('save')}
        </Button>
        {typeof overview.data?.anti_phishing_word === 'string' && (
          <Button block kind="quiet" onClick={() => setRemoving(true)}>
            {t('remove')}
          </Button>
        )}
      </form>
      <ConfirmSheet
        open={removing}
        onClose={() => setRemoving(false)}
        title={t('remove')}
        sentence={t('removeSentence')}
        confirmLabel={t('remove')}
        onConfirm={() => {
          setRemoving(false);
          void send('');
        }}
      />
    </Screen>
  );
}
