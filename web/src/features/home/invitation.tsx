/** The introduction shown to a visitor instead of a balance. */
import { useTranslations } from 'use-intl';
import { navigate } from '../../lib/hash-history.ts';
import { loginLink, registerLink } from '../../lib/links.ts';
import { Button } from '../../ui/button.tsx';

export function Invitation() {
  const t = useTranslations('home');
  return (
    <section className="min-h-32 px-4 pt-4 pb-6">
      <h2 className="text-2xl font-semibold tracking-tight text-balance">{t('invitation')}</h2>
      <p className="mt-2 text-on-hero">{t('invitationText')}</p>
      <div className="mt-5 flex gap-3">
        <Button className="flex-1" kind="on-hero" onClick={() => navigate(registerLink)}>
          {t('register')}
        </Button>
        <Button className="flex-1" kind="quiet-on-hero" onClick={() => navigate(loginLink())}>
          {t('logIn')}
        </Button>
      </div>
    </section>
  );
}
