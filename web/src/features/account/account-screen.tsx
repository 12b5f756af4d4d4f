/** Who I am, what I hold, and every setting that works. A visitor finds the way in and the display settings. */
import {
  ArrowLeftRight,
  CalendarClock,
  CandlestickChart,
  ChartNoAxesColumn,
  ChartNoAxesCombined,
  CircleHelp,
  Coins,
  FileText,
  Languages,
  Landmark,
  Layers,
  Gauge,
  Globe,
  HandCoins,
  LifeBuoy,
  LogOut,
  MessagesSquare,
  ReceiptText,
  RotateCcw,
  ScrollText,
  Settings,
  ShieldCheck,
  ShieldQuestion,
  Timer,
  Users,
} from 'lucide-react';
import { Suspense, lazy, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { askAnew } from '../../lib/api.ts';
import { useDemo, useSignedIn, useUser, useWallets } from '../../lib/customer.ts';
import {
  accumulatedLink,
  chatLink,
  contractPositionsLink,
  convertLink,
  faqLink,
  forexMarketLink,
  forexPositionsLink,
  forexTicketsLink,
  friendLink,
  fundLink,
  helpLink,
  jurisdictionLink,
  languageLink,
  leverageLink,
  licenceLink,
  loanLink,
  ordersLink,
  ownLimitsLink,
  priceTapeLink,
  recordsLink,
  recurringLink,
  serviceAgreementLink,
  settingsLink,
  ticketsLink,
  tradeTabLink,
  walletsLink,
} from '../../lib/links.ts';
import { signOut } from '../../lib/sign-in.ts';
import { useSession } from '../../lib/session.ts';
import { MessageBell } from '../../live/message-bell.tsx';
import { useChatStanding } from '../../live/chat-standing.ts';
import { useQuotations } from '../../live/use-quotations.ts';
import { useOpenProfit } from '../../positions/use-open-profit.ts';
import { Badge } from '../../ui/badge.tsx';
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
import { ProfileCard } from './profile-card.tsx';
import { VisitorCard } from './visitor-card.tsx';
import { WalletList } from './wallet-list.tsx';

const StartOverSheet = lazy(() =>
  import('./start-over-sheet.tsx').then((file) => ({ default: file.StartOverSheet })),
);

const refresh = (): Promise<unknown> => askAnew(['GET user/info', 'POST wallet/list']);

/** The customer's wallets valued at the latest quotations, as Home values them. */
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

function CustomerCards() {
  const t = useTranslations('account');
  const titles = useTranslations('titles');
  const user = useUser();
  const { wallets, holdings } = useHoldings();
  return (
    <>
      <FrozenNotice />
      <ProfileCard user={user} holdings={holdings} />
      <MoneyActions />
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

function CustomerMenu() {
  const t = useTranslations('account');
  const titles = useTranslations('titles');
  const demo = useDemo();
  const [asking, setAsking] = useState(false);
  const [asked, setAsked] = useState(false);
  return (
    <Section title={t('trading')}>
      <ListRow start={<MenuIcon icon={CandlestickChart} />} title={titles('trade')} href={tradeTabLink} />
      <ListRow
        start={<MenuIcon icon={CalendarClock} />}
        title={titles('recurring')}
        href={recurringLink}
      />
      <ListRow start={<MenuIcon icon={ChartNoAxesCombined} />} title={titles('fund')} href={fundLink} />
      <ListRow start={<MenuIcon icon={HandCoins} />} title={titles('loan')} href={loanLink} />
      <ListRow start={<MenuIcon icon={ReceiptText} />} title={t('orders')} href={ordersLink} />
      <ListRow start={<MenuIcon icon={ScrollText} />} title={titles('records')} href={recordsLink()} />
      <ListRow
        start={<MenuIcon icon={ChartNoAxesColumn} />}
        title={titles('accumulated')}
        href={accumulatedLink}
      />
      <ListRow start={<MenuIcon icon={Users} />} title={titles('friend')} href={friendLink} />
      <ListRow
        start={<MenuIcon icon={Layers} />}
        title={titles('contractPositions')}
        href={contractPositionsLink}
      />
      <ListRow
        start={<MenuIcon icon={Layers} />}
        title={titles('forexPositions')}
        href={forexPositionsLink}
      />
      <ListRow start={<MenuIcon icon={Timer} />} title={titles('tickets')} href={ticketsLink} />
      <ListRow start={<MenuIcon icon={Timer} />} title={titles('forexTickets')} href={forexTicketsLink} />
      <ListRow start={<MenuIcon icon={Coins} />} title={titles('forex')} href={forexMarketLink} />
      <ListRow start={<MenuIcon icon={ArrowLeftRight} />} title={t('convert')} href={convertLink} />
      <ListRow start={<MenuIcon icon={ShieldQuestion} />} title={titles('leverage')} href={leverageLink} />
      {demo !== undefined && demo !== null && (
        <ListRow
          start={<MenuIcon icon={RotateCcw} />}
          title={t('startOver')}
          onPress={() => {
            setAsked(true);
            setAsking(true);
          }}
        />
      )}
      {asked && (
        <Suspense>
          <StartOverSheet open={asking} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </Section>
  );
}

function HelpMenu() {
  const t = useTranslations('account');
  const titles = useTranslations('titles');
  const unread = useChatStanding().data?.unread ?? 0;
  return (
    <Section title={t('help')}>
      <ListRow
        start={<MenuIcon icon={MessagesSquare} />}
        title={titles('chat')}
        end={unread > 0 && <Badge tone="accent">{unread}</Badge>}
        href={chatLink()}
      />
      <ListRow start={<MenuIcon icon={LifeBuoy} />} title={titles('help')} href={helpLink} />
      <ListRow start={<MenuIcon icon={CircleHelp} />} title={titles('faq')} href={faqLink} />
      <ListRow
        start={<MenuIcon icon={FileText} />}
        title={titles('serviceAgreement')}
        href={serviceAgreementLink}
      />
      <ListRow start={<MenuIcon icon={Landmark} />} title={titles('licence')} href={licenceLink} />
    </Section>
  );
}

export function AccountScreen() {
  const t = useTranslations('account');
  const titles = useTranslations('titles');
  const signedIn = useSignedIn();
  const language = useSession((session) => session.language);
  return (
    <Screen
      {...(signedIn ? { onRefresh: refresh } : {})}
      actions={
        signedIn && (
          <>
            <MessageBell />
            <IconButton icon={LogOut} label={t('logOut')} onClick={() => void signOut()} />
          </>
        )
      }
    >
      {signedIn ? <CustomerCards /> : <VisitorCard />}
      {signedIn && <CustomerMenu />}
      <Section title={t('preferences')}>
        <ListRow
          start={<MenuIcon icon={Languages} />}
          title={t('language')}
          end={<span className="text-soft">{languageNames[language]}</span>}
          href={languageLink}
        />
        <ListRow start={<MenuIcon icon={Settings} />} title={t('settings')} href={settingsLink} />
        {signedIn && (
          <ListRow start={<MenuIcon icon={Gauge} />} title={titles('ownLimits')} href={ownLimitsLink} />
        )}
        <ListRow start={<MenuIcon icon={Globe} />} title={titles('jurisdiction')} href={jurisdictionLink} />
        <ListRow start={<MenuIcon icon={ShieldCheck} />} title={titles('priceTape')} href={priceTapeLink} />
        <InstallRow />
      </Section>
      <HelpMenu />
    </Screen>
  );
}
