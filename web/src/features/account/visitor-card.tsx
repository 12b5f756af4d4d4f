/** The links to login and registration that a visitor sees instead of an account. */
import { useTranslations } from 'use-intl';
import { navigate } from '../../lib/hash-history.ts';
import { accountLink, loginLink, registerLink } from '../../lib/links.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/section.tsx';

export function VisitorCard() {
  const t = useTranslations('account');
  return (
    <Section>
      <div className="space-y-3 p-4">
        <p className="text-lg font-semibold">{t('welcome')}</p>
        <p className="text-soft">{t('welcomeText')}</p>
        <div className="flex gap-3 pt-1">
          <Button className="flex-1" onClick={() => navigate(loginLink(accountLink))}>
            {t('logIn')}
          </Button>
          <Button className="flex-1" kind="secondary" onClick={() => navigate(registerLink)}>
            {t('createAccount')}
          </Button>
        </div>
      </div>
    </Section>
  );
}
