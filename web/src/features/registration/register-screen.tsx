/** The registration in three steps: an address that can be reached, a name with a password, and the date of birth. */
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { ComponentType, FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useApi } from '../../lib/api.ts';
import { useDemo } from '../../lib/customer.ts';
import { loginLink } from '../../lib/links.ts';
import { useParam } from '../../lib/location.ts';
import { signIn } from '../../lib/sign-in.ts';
import { useCommand } from '../../lib/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { NewPasswordFields } from '../../parts/new-password-fields.tsx';
import { Screen } from '../../parts/screen.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { AddressFields } from './credential-fields.tsx';
import { Documents } from './documents.tsx';
import { Steps } from './steps.tsx';
import { useMailedLink } from './mailed-link.ts';
import { about, emptyPerson, problemsOfStep, registerProblems, stepOf, STEPS } from './register-form.ts';
import { useCredentialForm } from './use-credential-form.ts';

function InviteHint({ typed, onUse }: { readonly typed: string; readonly onUse: (code: string) => void }) {
  const t = useTranslations('registration');
  const code = useDemo()?.invite_code;
  if (code === undefined || code === typed) return null;
  return (
    <button type="button" onClick={() => onUse(code)} className="min-h-11 font-medium text-accent">
      {t('useInvite', { code })}
    </button>
  );
}

/** Puts the cursor into the first field of a step, or the refused one. The step that the screen opens with gets none. */
function useCursor(at: number) {
  const form = useRef<HTMLFormElement>(null);
  const shown = useRef(at);
  useEffect(() => {
    if (shown.current === at) return;
    shown.current = at;
    const fields = form.current;
    const field =
      fields?.querySelector<HTMLElement>('input[aria-invalid=true]') ?? fields?.querySelector('input');
    field?.focus();
  }, [at]);
  return form;
}

export type RegisterScreenProps = {
  /** The registration by browser wallet, which another feature provides and which receives the invite code typed here. */
  readonly wallet: ComponentType<{ readonly inviteCode: string }>;
};

export function RegisterScreen({ wallet: Wallet }: RegisterScreenProps) {
  const { toastSuccess } = useApi();
  const t = useTranslations('registration');
  const back = useParam('back');
  // An inviter's link fills in the code.
  const invited = useParam('invite') ?? '';
  const own = useMemo(() => ({ ...emptyPerson, invite_code: invited.slice(0, 20) }), [invited]);
  const credentials = useCredentialForm({ name: 'register', own, about });
  const { form, bind, edit, show, refuse, clear } = credentials;
  // In a demo, everybody knows the invite code, so it is filled in.
  const demoCode = useDemo()?.invite_code;
  const prefill = useEffectEvent((code: string) => {
    if (form.invite_code === '') edit('invite_code', code);
  });
  useEffect(() => {
    if (demoCode !== undefined) prefill(demoCode);
  }, [demoCode]);
  const register = useCommand('POST user/register', { showsRefusal: true });
  const link = useMailedLink();
  const [at, setAt] = useState(0);
  const isLast = at === STEPS.length - 1;
  const formRef = useCursor(at);
  async function send(): Promise<void> {
    const answer = await register.send({
      ...form,
      email: form.email.trim(),
      invite_code: form.invite_code.trim(),
      ...link,
    });
    if (answer?.type === 'ok') {
      clear();
      toastSuccess('register_done');
      signIn(answer.message, back);
    } else if (answer !== undefined) {
      // The step of the refused field is shown again, with the problem beside the field.
      setAt(stepOf(answer) ?? at);
      refuse(answer);
    }
  }
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const problems = registerProblems(form);
    if (link !== undefined) {
      delete problems.email;
      delete problems.code;
    }
    if (show(problemsOfStep(problems, at))) return;
    if (isLast) await send();
    else setAt(at + 1);
  }

  return (
    <Screen>
      <form
        ref={formRef}
        noValidate
        onSubmit={(event) => void submit(event)}
        className="gutter space-y-4 pt-5"
      >
        <Steps at={at} of={STEPS.length} title={t(`step.${STEPS[at]?.name ?? 'address'}`)} />
        {at === 0 && (
          <>
            {link === undefined ? (
              <AddressFields purpose="register" credentials={credentials} />
            ) : (
              <p className="text-base text-soft">{t('registerLinked', { email: link.email })}</p>
            )}
            <div>
              <TextField
                label={t('inviteCode')}
                autoCapitalize="characters"
                autoComplete="off"
                maxLength={20}
                hint={demoCode !== undefined && form.invite_code === demoCode ? t('inviteFilled') : undefined}
                {...bind('invite_code')}
              />
              <InviteHint typed={form.invite_code} onUse={(code) => edit('invite_code', code)} />
            </div>
          </>
        )}
        {at === 1 && (
          <>
            <TextField
              label={t('account')}
              hint={t('accountHint')}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={32}
              {...bind('account')}
            />
            <NewPasswordFields label={t('password')} bind={bind} />
          </>
        )}
        {at === 2 && (
          <>
            <TextField
              label={t('birthDate')}
              hint={t('birthDateWhy')}
              type="date"
              autoComplete="bday"
              {...bind('birth_date')}
            />
            <Documents />
          </>
        )}
        <div className="flex gap-3">
          {at > 0 && (
            <Button kind="secondary" className="shrink-0 whitespace-nowrap" onClick={() => setAt(at - 1)}>
              {t('back')}
            </Button>
          )}
          <Button block type="submit" busy={register.busy}>
            {isLast ? t('createAccount') : t('next')}
          </Button>
        </div>
        {at === 0 && (
          <>
            <p className="flex items-center gap-3 text-sm text-quiet before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
              {t('or')}
            </p>
            <Wallet inviteCode={form.invite_code.trim()} />
            <p className="text-center text-sm text-soft">
              {t('haveAccount')}{' '}
              <Link href={loginLink()} className="inline-flex min-h-11 items-center font-medium text-accent">
                {t('logIn')}
              </Link>
            </p>
          </>
        )}
      </form>
    </Screen>
  );
}
