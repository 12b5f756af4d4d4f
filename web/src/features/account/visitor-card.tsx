/** What a visitor sees in place of an account: two ways in. */
import { useTranslations } from 'use-intl';
import { navigate } from '../../lib/hash-history.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/section.tsx';

export function VisitorCard() {
  const t = useTranslations('account');
  const here = encodeURIComponent('/pages/me/newIndex');
  return (
    <Section>
      <div className="space-y-3 p-4">
        <p className="text-lg font-semibold">{t('welcome')}</p>
        <p className="text-soft">{t('welcomeText')}</p>
        <div className="flex gap-3 pt-1">
          <Button className="flex-1" onClick={() => navigate(`/pages/login/index?back=${here}`)}>
            {t('logIn')}
          </Button>
          <Button className="flex-1" kind="secondary" onClick={() => navigate('/pages/register/index')}>
            {t('createAccount')}
          </Button>
        </div>
      </div>
    </Section>
  );
}
