/**
 * The one table of screens: a row a screen, with every address it answers to. Tabs, titles, the guard of pages that need a login and the
 * loading of chunks are all read from here; an entry appears in a menu or a tab by getting its row.
 */
import { ArrowLeftRight, House, UserRound } from 'lucide-react';
import { HomeScreen } from '../features/home/home-screen.tsx';
import { eagerScreen, lazyScreen } from './lazy-screen.ts';
import { chatScreens } from './chat-screens.ts';
import { contentScreens, newsTab } from './content-screens.ts';
import { fundScreens } from './fund-screens.ts';
import { loanScreens } from './loan-screens.ts';
import { messageScreens } from './message-screens.ts';
import { moneyScreens } from './money-screens.ts';
import { outsideScreens } from './outside-screens.ts';
import type { ScreenRow } from './screen-row.ts';

const screens: readonly ScreenRow[] = [
  {
    paths: ['/', '/pages/home/index'],
    title: 'home',
    tab: House,
    screen: eagerScreen(HomeScreen),
  },
  newsTab,
  {
    paths: ['/pages/market/index'],
    title: 'market',
    screen: lazyScreen(
      () => import('../features/market/market-screen.tsx').then((file) => file.MarketScreen),
      'trading',
    ),
  },
  {
    paths: ['/pages/kline/index'],
    title: 'chart',
    screen: lazyScreen(() => import('./chart-page.tsx').then((file) => file.ChartPage), 'trading'),
  },
  ...fundScreens,
  {
    paths: ['/pages/index/index'],
    title: 'trade',
    tab: ArrowLeftRight,
    screen: lazyScreen(() => import('./trade-tab.tsx').then((file) => file.TradeTab), 'trading'),
  },
  {
    paths: ['/pages/order/trade'],
    title: 'orders',
    needsLogin: true,
    screen: lazyScreen(() => import('../features/spot/orders-screen.tsx').then((file) => file.OrdersScreen)),
  },
  {
    paths: ['/pages/order/contract'],
    title: 'contractPositions',
    needsLogin: true,
    screen: lazyScreen(() =>
      import('../features/contracts/positions-screen.tsx').then((file) => file.PositionsScreen),
    ),
  },
  {
    paths: ['/pages/order/convert'],
    title: 'convert',
    screen: lazyScreen(() =>
      import('../features/spot/convert-screen.tsx').then((file) => file.ConvertScreen),
    ),
  },
  {
    paths: ['/pages/walletrade/index'],
    title: 'forex',
    screen: lazyScreen(() =>
      import('../features/forex/forex-market-screen.tsx').then((file) => file.ForexMarketScreen),
    ),
  },
  {
    paths: ['/pages/walletrade/rates'],
    title: 'conversionRates',
    screen: lazyScreen(() =>
      import('../features/forex/conversion-rates-screen.tsx').then((file) => file.ConversionRatesScreen),
    ),
  },
  {
    paths: ['/pages/whdetail/index'],
    title: 'forex',
    screen: lazyScreen(() =>
      import('../features/forex/forex-detail-screen.tsx').then((file) => file.ForexDetailScreen),
    ),
  },
  {
    paths: ['/pages/whdetail/order'],
    title: 'forexPositions',
    needsLogin: true,
    screen: lazyScreen(() =>
      import('../features/forex/forex-positions-screen.tsx').then((file) => file.ForexPositionsScreen),
    ),
  },
  {
    paths: ['/pages/order/option'],
    title: 'tickets',
    needsLogin: true,
    screen: lazyScreen(() =>
      import('../features/options/tickets-screen.tsx').then((file) => file.TicketsScreen),
    ),
  },
  {
    paths: ['/pages/whdetail/secOrder'],
    title: 'forexTickets',
    needsLogin: true,
    screen: lazyScreen(() =>
      import('../features/options/forex-tickets-screen.tsx').then((file) => file.ForexTicketsScreen),
    ),
  },
  {
    paths: ['/pages/me/priceTape'],
    title: 'priceTape',
    screen: lazyScreen(() =>
      import('../features/transparency/price-tape-screen.tsx').then((file) => file.PriceTapeScreen),
    ),
  },
  {
    paths: ['/pages/me/terms'],
    title: 'publishedTerms',
    screen: lazyScreen(() =>
      import('../features/published-terms/published-terms-screen.tsx').then(
        (file) => file.PublishedTermsScreen,
      ),
    ),
  },
  {
    paths: ['/pages/me/leverage'],
    title: 'leverage',
    needsLogin: true,
    screen: lazyScreen(() =>
      import('../features/leverage/leverage-screen.tsx').then((file) => file.LeverageScreen),
    ),
  },
  {
    paths: ['/pages/me/leverageCosts'],
    title: 'leverageCosts',
    screen: lazyScreen(() =>
      import('../features/leverage/leverage-costs-screen.tsx').then((file) => file.LeverageCostsScreen),
    ),
  },
  ...contentScreens,
  ...chatScreens,
  ...moneyScreens,
  ...loanScreens,
  ...messageScreens,
  ...outsideScreens,
  {
    paths: ['/pages/me/experience'],
    title: 'experience',
    needsLogin: true,
    screen: lazyScreen(() =>
      import('../features/experience/experience-screen.tsx').then((file) => file.ExperienceScreen),
    ),
  },
  {
    paths: ['/pages/me/newIndex', '/pages/me/index'],
    title: 'account',
    tab: UserRound,
    screen: lazyScreen(
      () => import('../features/account/account-screen.tsx').then((file) => file.AccountScreen),
      'trading',
    ),
  },
  {
    paths: ['/pages/me/language'],
    title: 'language',
    screen: lazyScreen(() =>
      import('../features/account/language-screen.tsx').then((file) => file.LanguageScreen),
    ),
  },
  {
    paths: ['/pages/me/settings'],
    title: 'settings',
    screen: lazyScreen(() =>
      import('../features/account/settings-screen.tsx').then((file) => file.SettingsScreen),
    ),
  },
  {
    paths: ['/pages/me/member'],
    title: 'member',
    needsLogin: true,
    screen: lazyScreen(() =>
      import('../features/settings/member-screen.tsx').then((file) => file.MemberScreen),
    ),
  },
  {
    paths: ['/pages/me/credit'],
    title: 'credit',
    needsLogin: true,
    screen: lazyScreen(() =>
      import('../features/settings/credit-screen.tsx').then((file) => file.CreditScreen),
    ),
  },
  {
    paths: ['/pages/me/notifications'],
    title: 'notices',
    needsLogin: true,
    screen: lazyScreen(() =>
      import('../features/settings/notices-screen.tsx').then((file) => file.NoticesScreen),
    ),
  },
  {
    paths: ['/pages/me/valuation'],
    title: 'valuation',
    screen: lazyScreen(() =>
      import('../features/settings/valuation-screen.tsx').then((file) => file.ValuationScreen),
    ),
  },
  {
    paths: ['/pages/me/data'],
    title: 'ownData',
    needsLogin: true,
    screen: lazyScreen(() => import('../features/settings/data-screen.tsx').then((file) => file.DataScreen)),
  },
  {
    paths: ['/pages/me/close'],
    title: 'closeAccount',
    needsLogin: true,
    screen: lazyScreen(() =>
      import('../features/settings/close-screen.tsx').then((file) => file.CloseScreen),
    ),
  },
  {
    paths: ['/pages/me/limits'],
    title: 'ownLimits',
    needsLogin: true,
    screen: lazyScreen(() =>
      import('../features/own-limits/limits-screen.tsx').then((file) => file.LimitsScreen),
    ),
  },
  {
    paths: ['/pages/me/jurisdiction'],
    title: 'jurisdiction',
    screen: lazyScreen(() =>
      import('../features/own-limits/jurisdiction-screen.tsx').then((file) => file.JurisdictionScreen),
    ),
  },
  {
    paths: ['/pages/me/password'],
    title: 'changePassword',
    needsLogin: true,
    screen: lazyScreen(() =>
      import('../features/session/change-password-screen.tsx').then((file) => file.ChangePasswordScreen),
    ),
  },
  {
    paths: ['/pages/me/security'],
    title: 'security',
    needsLogin: true,
    screen: lazyScreen(() =>
      import('../features/security/security-screen.tsx').then((file) => file.SecurityScreen),
    ),
  },
  {
    paths: ['/pages/me/google'],
    title: 'authenticator',
    needsLogin: true,
    screen: lazyScreen(() =>
      import('../features/security/authenticator-screen.tsx').then((file) => file.AuthenticatorScreen),
    ),
  },
  {
    paths: ['/pages/me/passkeys'],
    title: 'passkeys',
    needsLogin: true,
    screen: lazyScreen(() =>
      import('../features/security/passkeys-screen.tsx').then((file) => file.PasskeysScreen),
    ),
  },
  {
    paths: ['/pages/me/paypassword'],
    title: 'tradingPassword',
    needsLogin: true,
    screen: lazyScreen(() =>
      import('../features/security/trading-password-screen.tsx').then((file) => file.TradingPasswordScreen),
    ),
  },
  {
    paths: ['/pages/me/email'],
    title: 'boundEmail',
    needsLogin: true,
    screen: lazyScreen(() =>
      import('../features/security/email-screen.tsx').then((file) => file.EmailScreen),
    ),
  },
  {
    paths: ['/pages/me/phone'],
    title: 'phone',
    needsLogin: true,
    screen: lazyScreen(() =>
      import('../features/security/phone-screen.tsx').then((file) => file.PhoneScreen),
    ),
  },
  {
    paths: ['/pages/me/antiPhishing'],
    title: 'antiPhishing',
    needsLogin: true,
    screen: lazyScreen(() =>
      import('../features/security/anti-phishing-screen.tsx').then((file) => file.AntiPhishingScreen),
    ),
  },
  {
    paths: ['/pages/me/sessions'],
    title: 'devices',
    needsLogin: true,
    screen: lazyScreen(() =>
      import('../features/security/devices-screen.tsx').then((file) => file.DevicesScreen),
    ),
  },
  {
    paths: ['/pages/me/logins'],
    title: 'logins',
    needsLogin: true,
    screen: lazyScreen(() =>
      import('../features/security/logins-screen.tsx').then((file) => file.LoginsScreen),
    ),
  },
  {
    paths: ['/pages/me/mailbox'],
    title: 'mailbox',
    needsLogin: true,
    screen: lazyScreen(() =>
      import('../features/security/mailbox-screen.tsx').then((file) => file.MailboxScreen),
    ),
  },
  {
    paths: ['/pages/me/kyc'],
    title: 'verification',
    needsLogin: true,
    screen: lazyScreen(() =>
      import('../features/verification/verification-screen.tsx').then((file) => file.VerificationScreen),
    ),
  },
  {
    paths: ['/pages/me/bank'],
    title: 'bankCard',
    needsLogin: true,
    screen: lazyScreen(() =>
      import('../features/bank-card/bank-card-screen.tsx').then((file) => file.BankCardScreen),
    ),
  },
  {
    paths: ['/pages/login/index', '/pages/my/login'],
    title: 'login',
    screen: lazyScreen(() => import('./login-page.tsx').then((file) => file.LoginPage)),
  },
  {
    paths: ['/pages/register/index'],
    title: 'register',
    screen: lazyScreen(() => import('./register-page.tsx').then((file) => file.RegisterPage)),
  },
  {
    paths: ['/pages/tipWallet/index'],
    title: 'walletTip',
    screen: lazyScreen(() =>
      import('../features/wallet-sign-in/wallet-tip-screen.tsx').then((file) => file.WalletTipScreen),
    ),
  },
  {
    // For developers; no menu leads here.
    paths: ['/pages/dev/gallery'],
    title: 'gallery',
    screen: lazyScreen(() =>
      import('../features/gallery/gallery-screen.tsx').then((file) => file.GalleryScreen),
    ),
  },
  {
    paths: ['/pages/login/forgot'],
    title: 'forgotPassword',
    screen: lazyScreen(() =>
      import('../features/registration/forgot-password-screen.tsx').then((file) => file.ForgotPasswordScreen),
    ),
  },
];

export const tabs: readonly ScreenRow[] = screens.filter((row) => row.tab !== undefined);

const rowsByPath: ReadonlyMap<string, ScreenRow> = new Map(
  screens.flatMap((row) => row.paths.map((path) => [path, row] as const)),
);

export function findScreen(path: string): ScreenRow | undefined {
  return rowsByPath.get(path);
}
