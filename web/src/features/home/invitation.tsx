/** The introduction shown to a visitor instead of a balance. */
import { useTranslations } from 'use-intl';
import { navigate } from '../../lib/hash-history.ts';
import { loginLink, registerLink } from '../../lib/links.ts';
import { Button } from '../../ui/button.tsx';

export function Invitation() {
  const t = useTranslations('home');
  return (
    <section className="min-h-32 bg-surface px-4 py-4">
      <h2 className="text-xl font-semibold text-balance">{t('invitation')}</h2>
      <p className="mt-1 text-sm text-soft">{t('invitationText')}</p>
      <div className="mt-3 flex gap-3">
        <Button className="flex-1" onClick={() => navigate(registerLink)}>
          {t('register')}
        </Button>
        <Button className="flex-1" kind="secondary" onClick={() => navigate(loginLink())}>
          {t('logIn')}
        </Button>
      </div>
    </section>
  );
}
