/** The customer's profile, holdings and settings. Visitors see the links to the login and the display settings. */
import { useSlice } from '@candor/client/app-state.ts';
import { ExternalLink, Languages, LogOut, PanelsTopLeft, RotateCcw, Settings } from 'lucide-react';
import { Suspense, lazy, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useApi } from '../../lib/api.ts';
import { useDemo, useSignedIn, useUser, useWallets } from '../../lib/customer.ts';
import { languageLink, settingsLink, walletsLink } from '../../lib/links.ts';
import { createLeaving } from '../../lib/sign-in.ts';
import { useSession } from '../../lib/session.ts';
import { MessageBell } from '../../live/message-bell.tsx';
import { useQuotations } from '../../live/use-quotations.ts';
import { useEntries } from '../../platform/entries.ts';
import type { MenuEntry } from '../../platform/entries.ts';
import { useOpenProfit } from '../../positions/use-open-profit.ts';
import { Columns } from '../../ui/columns.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Awaited } from '../../parts/loaded.tsx';
import { MenuIcon } from '../../ui/menu-icon.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { FrozenNotice } from './frozen-notice.tsx';
import { holdingsOf } from '../../lib/holdings.ts';
import { InstallRow } from './install-row.tsx';
import { MoneyActions } from './money-actions.tsx';
import { languageNames } from './language-names.ts';
import { AccountHero, ProfileCard } from './profile-card.tsx';
import { VisitorCard } from './visitor-card.tsx';
import { WalletList } from './wallet-list.tsx';

const StartOverSheet = lazy(() =>
  import('./start-over-sheet.tsx').then((file) => ({ default: file.StartOverSheet })),
);

const shownCalls = ['GET user/info', 'POST wallet/list'] as const;

function useHoldings() {
  const wallets = useWallets();
  const rows = useQuotations().data;
  const { openProfit } = useOpenProfit();
  const holdings = useMemo(
    () =>
      wallets.data === undefined || openProfit === undefined
        ? undefined
        : holdingsOf(wallets.data, { rows: rows ?? [], openProfit }),
    [wallets.data, rows, openProfit],
  );
  return { wallets, holdings };
}

function CustomerHero() {
  return <AccountHero user={useUser()} holdings={useHoldings().holdings} />;
}

function CustomerCards() {
  const t = useTranslations('account');
  const titles = useTranslations('titles');
  const user = useUser();
  const { wallets, holdings } = useHoldings();
  return (
    <>
      <FrozenNotice />
      <MoneyActions />
      <ProfileCard user={user} holdings={holdings} />
      <Section title={t('balances')} more={{ href: walletsLink, label: titles('wallets') }}>
        {holdings !== undefined ? (
          <WalletList list={holdings.list} />
        ) : (
          <Awaited query={wallets} skeleton={<SkeletonRows count={3} />} />
        )}
      </Section>
    </>
  );
}

function MenuRows({ group }: { readonly group: MenuEntry['group'] }) {
  const t = useTranslations();
  const signedIn = useSignedIn();
  return useEntries()
    .menu.filter((entry) => entry.group === group && (signedIn || entry.forCustomers !== true))
    .map(({ icon, says, href, Mark }) => (
      <ListRow
        key={href}
        start={<MenuIcon icon={icon} />}
        title={t(says)}
        end={Mark && <Mark />}
        href={href}
      />
    ));
}

/** The products as tiles, because they are tapped most. */
function ProductTiles() {
  const t = useTranslations();
  const entries = useEntries().menu.filter(({ group }) => group === 'products');
  return (
    <Section title={t('account.products')} plain>
      <ul className="grid grid-cols-3 gap-2">
        {entries.map(({ icon: Icon, says, href }) => (
          <li key={href}>
            <Link
              href={href}
              className="press flex h-full min-h-20 flex-col items-center justify-center gap-2 rounded-card bg-surface px-1 py-3 text-center shadow-card"
            >
              <Icon size={22} strokeWidth={1.75} aria-hidden="true" className="text-accent" />
              <span className="max-w-full text-sm font-medium break-words">{t(says)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** A demo shows its visitors the operators' side too. It opens in a separate tab, since it is another app. */
function DemoConsole() {
  const t = useTranslations('account');
  const address = useDemo()?.console ?? null;
  if (address === null) return null;
  return (
    <Section>
      <a
        href={address}
        target="_blank"
        rel="noreferrer"
        className="press flex min-h-14 w-full items-center gap-3 px-4 py-2 text-left text-base"
      >
        <MenuIcon icon={PanelsTopLeft} />
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{t('console')}</span>
          <span className="block text-sm text-quiet">{t('consoleHint')}</span>
        </span>
        <ExternalLink size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-quiet" />
      </a>
    </Section>
  );
}

/** In a separate section, so that the button is not tapped by accident. */
function StartOver() {
  const t = useTranslations('account');
  const demo = useDemo();
  const [asking, setAsking] = useState(false);
  const [asked, setAsked] = useState(false);
  if (demo === undefined || demo === null) return null;
  return (
    <Section>
      <ListRow
        start={<MenuIcon icon={RotateCcw} />}
        title={t('startOver')}
        onPress={() => {
          setAsked(true);
          setAsking(true);
        }}
      />
      {asked && (
        <Suspense>
          <StartOverSheet open={asking} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </Section>
  );
}

export function AccountScreen() {
  const { refetchNamed } = useApi();
  const { signOut } = useSlice(createLeaving);
  const t = useTranslations('account');
  const signedIn = useSignedIn();
  const language = useSession((session) => session.language);
  return (
    <Screen
      {...(signedIn ? { onRefresh: () => refetchNamed(shownCalls) } : {})}
      hero={signedIn ? <CustomerHero /> : <VisitorCard />}
      actions={
        signedIn && (
          <>
            <MessageBell />
            <IconButton icon={LogOut} label={t('logOut')} onClick={() => void signOut()} />
          </>
        )
      }
    >
      <Columns
        inset
        first={
          signedIn && (
            <>
              <CustomerCards />
              <ProductTiles />
            </>
          )
        }
      >
        {signedIn && (
          <Section title={t('activity')}>
            <MenuRows group="activity" />
          </Section>
        )}
        <Section title={t('preferences')}>
          <ListRow
            start={<MenuIcon icon={Languages} />}
            title={t('language')}
            end={<span className="text-soft">{languageNames[language]}</span>}
            href={languageLink}
          />
          <ListRow start={<MenuIcon icon={Settings} />} title={t('settings')} href={settingsLink} />
          <MenuRows group="preferences" />
          <InstallRow />
        </Section>
        <Section title={t('proofs')}>
          <MenuRows group="proofs" />
        </Section>
        {signedIn && (
          <Section title={t('developers')}>
            <MenuRows group="developers" />
          </Section>
        )}
        <Section title={t('help')}>
          <MenuRows group="help" />
        </Section>
        <DemoConsole />
        {signedIn && <StartOver />}
      </Columns>
    </Screen>
  );
}
