/** The settings for display, language and account. */
import {
  Bell,
  BookUser,
  CircleDollarSign,
  CreditCard,
  Download,
  Gauge,
  IdCard,
  KeyRound,
  Languages,
  LockKeyhole,
  Mail,
  Scale,
  ShieldCheck,
  ShieldQuestion,
  Smartphone,
  UserX,
} from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useSignedIn } from '../../lib/customer.ts';
import {
  addressesLink,
  authenticatorLink,
  bankLink,
  boundEmailLink,
  closeAccountLink,
  languageLink,
  leverageLink,
  noticesLink,
  ownDataLink,
  passwordLink,
  fillQualityLink,
  priceTapeLink,
  publishedTermsLink,
  securityLink,
  valuationLink,
  verificationLink,
} from '../../lib/links.ts';
import type { RiseColour, TextSize, Theme } from '../../lib/session.ts';
import { riseColourOf, useSession } from '../../lib/session.ts';
import { ChangeText } from '../../parts/change-text.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { MenuIcon } from '../../ui/menu-icon.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { languageNames } from './language-names.ts';

const themes: readonly Theme[] = ['system', 'light', 'dark'];
const textSizes: readonly TextSize[] = ['normal', 'large'];
const riseColours: readonly Exclude<RiseColour, 'auto'>[] = ['green', 'red'];

const safety = [
  { icon: LockKeyhole, title: 'security', href: securityLink },
  { icon: Smartphone, title: 'authenticator', href: authenticatorLink },
  { icon: Mail, title: 'boundEmail', href: boundEmailLink },
  { icon: KeyRound, title: 'changePassword', href: passwordLink },
] as const;
const account = [
  { icon: IdCard, title: 'verification', href: verificationLink },
  { icon: CreditCard, title: 'bankCard', href: bankLink },
  { icon: BookUser, title: 'addresses', href: addressesLink },
  { icon: ShieldQuestion, title: 'leverage', href: leverageLink },
  { icon: Download, title: 'ownData', href: ownDataLink },
  { icon: UserX, title: 'closeAccount', href: closeAccountLink },
] as const;

export function SettingsScreen() {
  const t = useTranslations('account');
  const titles = useTranslations('titles');
  const session = useSession();
  const signedIn = useSignedIn();
  return (
    <Screen>
      <Section title={t('appearance')}>
        <div className="space-y-3 p-3">
          <Segmented
            label={t('appearance')}
            options={themes.map((theme) => ({ value: theme, label: t(`themes.${theme}`) }))}
            value={session.theme}
            onChange={(theme) => useSession.setState({ theme })}
          />
          <Segmented
            label={t('textSize')}
            options={textSizes.map((size) => ({ value: size, label: t(`textSizes.${size}`) }))}
            value={session.textSize}
            onChange={(textSize) => useSession.setState({ textSize })}
          />
        </div>
      </Section>
      <Section title={t('riseColour')}>
        <div className="space-y-3 p-3">
          <Segmented
            label={t('riseColour')}
            options={riseColours.map((colour) => ({ value: colour, label: t(`rise.${colour}`) }))}
            value={riseColourOf(session)}
            onChange={(riseColour) => useSession.setState({ riseColour })}
          />
          <div className="flex justify-center gap-3 pb-1">
            <ChangeText value="1.25" pill />
            <ChangeText value="-1.25" pill />
          </div>
        </div>
      </Section>
      <Section title={t('general')}>
        <ListRow
          start={<MenuIcon icon={Languages} />}
          title={t('language')}
          end={<span className="text-soft">{languageNames[session.language]}</span>}
          href={languageLink}
        />
        <ListRow
          start={<MenuIcon icon={CircleDollarSign} />}
          title={titles('valuation')}
          end={<span className="text-soft">{session.valuation}</span>}
          href={valuationLink}
        />
        {signedIn && (
          <ListRow start={<MenuIcon icon={Bell} />} title={titles('notices')} href={noticesLink} />
        )}
        <ListRow start={<MenuIcon icon={ShieldCheck} />} title={titles('priceTape')} href={priceTapeLink} />
        <ListRow start={<MenuIcon icon={Gauge} />} title={titles('fillQuality')} href={fillQualityLink} />
        <ListRow
          start={<MenuIcon icon={Scale} />}
          title={titles('publishedTerms')}
          href={publishedTermsLink}
        />
      </Section>
      {signedIn && (
        <>
          <Section title={titles('security')}>
            {safety.map(({ icon, title, href }) => (
              <ListRow
                key={href}
                start={<MenuIcon icon={icon} />}
                // The page's title is too long for this row.
                title={title === 'authenticator' ? t('googleFactor') : titles(title)}
                href={href}
              />
            ))}
          </Section>
          <Section title={titles('account')}>
            {account.map(({ icon, title, href }) => (
              <ListRow key={href} start={<MenuIcon icon={icon} />} title={titles(title)} href={href} />
            ))}
          </Section>
        </>
      )}
    </Screen>
  );
}
