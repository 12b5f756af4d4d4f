/** The screen for a wallet that gave no address: instructions, and a button for a further attempt. */
import { CircleHelp, LogIn, Wallet } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { loginLink, walletJumpPage } from '../../lib/links.ts';
import { useParam } from '../../lib/location.ts';
import { useSession } from '../../lib/session.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { MenuIcon } from '../../ui/menu-icon.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { WalletSignIn } from './wallet-sign-in.tsx';

const steps = ['tipUnlock', 'tipAccount', 'tipShare'] as const;

export function WalletTipScreen() {
  const t = useTranslations('walletSignIn');
  const title = useTranslations('titles')('walletTip');
  const back = useParam('back');
  const language = useSession((session) => session.language);
  return (
    <Screen>
      <EmptyState icon={Wallet} title={title} text={t('tipText')} />
      <Section title={t('tipSteps')} className="pt-0">
        <ol className="list-decimal space-y-2 px-4 py-4 pl-9 text-base text-soft">
          {steps.map((step) => (
            <li key={step}>{t(step)}</li>
          ))}
        </ol>
      </Section>
      <div className="gutter pt-4">
        <WalletSignIn />
      </div>
      <Section>
        <ListRow
          start={<MenuIcon icon={CircleHelp} />}
          title={t('whatIsOne')}
          chevron
          onPress={() => location.assign(walletJumpPage(language))}
        />
        <ListRow start={<MenuIcon icon={LogIn} />} title={t('otherWay')} href={loginLink(back)} />
      </Section>
    </Screen>
  );
}
