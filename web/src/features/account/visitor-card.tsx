/** The links to login and registration that a visitor sees instead of an account. */
import { useTranslations } from 'use-intl';
import { navigate } from '../../lib/hash-history.ts';
import { accountLink, loginLink, registerLink } from '../../lib/links.ts';
import { Button } from '../../ui/button.tsx';

export function VisitorCard() {
  const t = useTranslations('account');
  return (
    <div className="px-4 pt-4 pb-6">
      <p className="text-2xl font-semibold tracking-tight text-balance">{t('welcome')}</p>
      <p className="mt-2 text-on-hero">{t('welcomeText')}</p>
      <div className="mt-5 flex gap-3">
        <Button className="flex-1" kind="on-hero" onClick={() => navigate(loginLink(accountLink))}>
          {t('logIn')}
        </Button>
        <Button className="flex-1" kind="quiet-on-hero" onClick={() => navigate(registerLink)}>
          {t('createAccount')}
        </Button>
      </div>
    </div>
  );
}
