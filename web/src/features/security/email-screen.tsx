/** Setting or changing the email address with a code mailed to the new address. */
import type { FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useConfirmed } from '../../confirm/use-confirmed.ts';
import { useApi } from '../../lib/api.ts';
import { useSignedIn } from '../../lib/customer.ts';
import { useDraft } from '../../lib/drafts.ts';
import { looksLikeEmail } from '../../lib/email-address.ts';
import { securityLink } from '../../lib/links.ts';
import { useCall } from '../../lib/queries.ts';
import { useFinish } from '../../lib/resolving.ts';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import { Button } from '../../ui/button.tsx';
import { MailedCode } from '../../parts/mailed-code.tsx';
import { Screen } from '../../parts/screen.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { BoundNow } from './bound-now.tsx';

const empty = { email: '', code: '' };

export function EmailScreen() {
  const { toastSuccess } = useApi();
  const t = useTranslations('security.email');
  const finish = useFinish(securityLink);
  const overview = useCall('GET safe/overview', {}, { enabled: useSignedIn() });
  const { draft, change, clear } = useDraft('bound-email', empty);
  const { errorAt, show, forgive, refuse } = useFieldErrors(['email', 'code'], { code_wrong: 'code' });
  const save = useConfirmed('POST safe/email', { showsRefusal: true });

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const wrong = show({
      email: looksLikeEmail(draft.email) ? undefined : 'registration.emailForm',
      code: /^\d{6}$/.test(draft.code) ? undefined : 'registration.codeForm',
    });
    if (wrong) return;
    const answer = await save.send({ email: draft.email.trim(), code: draft.code });
    if (answer?.type === 'ok') {
      clear();
      toastSuccess('saved');
      finish();
    } else if (answer !== undefined) {
      refuse(answer);
    }
  }

  return (
    <Screen>
      <BoundNow label={t('now')} value={overview.data?.email} />
      <form noValidate onSubmit={(event) => void submit(event)} className="gutter space-y-4 pt-5">
        <p className="text-sm text-soft">{t('text')}</p>
        <TextField
          label={t('new')}
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={120}
          value={draft.email}
          error={errorAt('email')}
          onChange={(event) => {
            change({ email: event.target.value });
            forgive('email');
          }}
        />
        <MailedCode
          purpose="contact"
          email={draft.email}
          value={draft.code}
          error={errorAt('code')}
          onChange={(code) => {
            change({ code });
            forgive('code');
          }}
          onBadEmail={() => show({ email: 'registration.emailForm' })}
        />
        <p className="text-sm text-quiet">{t('held')}</p>
        <Button block type="submit" busy={save.busy}>
          {t('save')}
        </Button>
      </form>
    </Screen>
  );
}
