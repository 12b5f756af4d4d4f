/**
 * The one table of screens: a row a screen, with every address it answers to. Tabs, titles, the guard of pages that need a login and the
 * loading of chunks are all read from here; an entry appears in a menu or a tab by getting its row.
 */
import { ArrowLeftRight, ChartNoAxesCombined, House, Newspaper, UserRound } from 'lucide-react';
import { HomeScreen } from '../features/home/home-screen.tsx';
import { eagerScreen, of } from './lazy-screen.ts';
import type { ScreenRow } from './screen-row.ts';
import { anybody, customers } from './screen-row.ts';

/** At two addresses, and the same screen. */
const fund = of(() => import('../features/fund/fund-screen.tsx'), 'FundScreen');

// A row a line.
// oxfmt-ignore
export const screens: readonly ScreenRow[] = [
  anybody('home', ['/', '/pages/home/index'], eagerScreen(HomeScreen), House),
  anybody('news', ['/pages/newsList/index', '/pages/newsList/list', '/pages/news/index', '/pages/news/list'], of(() => import('../features/content/news-screen.tsx'), 'NewsScreen'), Newspaper),
  anybody('market', '/pages/market/index', of(() => import('../features/market/market-screen.tsx'), 'MarketScreen', 'trading')),
  anybody('chart', '/pages/kline/index', of(() => import('./chart-page.tsx'), 'ChartPage', 'trading')),
  anybody('fund', '/pages/strategy/index2', fund, ChartNoAxesCombined),
  anybody('fund', '/pages/arbitrage/index', fund),
  customers('fundTier', '/pages/arbitrage/detail', of(() => import('../features/fund/tier-screen.tsx'), 'TierScreen')),
  customers('fundOrders', ['/pages/order/strategy', '/pages/strategy/order', '/pages/arbitrage/order'], of(() => import('../features/fund/orders-screen.tsx'), 'FundOrdersScreen')),
  anybody('fundStrategy', '/pages/strategy/index', of(() => import('../features/fund/strategy-screen.tsx'), 'StrategyScreen')),
  anybody('trade', '/pages/index/index', of(() => import('./trade-tab.tsx'), 'TradeTab', 'trading'), ArrowLeftRight),
  customers('orders', '/pages/order/trade', of(() => import('../features/spot/orders-screen.tsx'), 'OrdersScreen')),
  customers('contractPositions', '/pages/order/contract', of(() => import('../features/contracts/positions-screen.tsx'), 'PositionsScreen')),
  anybody('convert', '/pages/order/convert', of(() => import('../features/spot/convert-screen.tsx'), 'ConvertScreen')),
  anybody('forex', '/pages/walletrade/index', of(() => import('../features/forex/forex-market-screen.tsx'), 'ForexMarketScreen')),
  anybody('conversionRates', '/pages/walletrade/rates', of(() => import('../features/forex/conversion-rates-screen.tsx'), 'ConversionRatesScreen')),
  anybody('forex', '/pages/whdetail/index', of(() => import('../features/forex/forex-detail-screen.tsx'), 'ForexDetailScreen')),
  customers('forexPositions', '/pages/whdetail/order', of(() => import('../features/forex/forex-positions-screen.tsx'), 'ForexPositionsScreen')),
  customers('tickets', '/pages/order/option', of(() => import('../features/options/tickets-screen.tsx'), 'TicketsScreen')),
  customers('forexTickets', '/pages/whdetail/secOrder', of(() => import('../features/options/forex-tickets-screen.tsx'), 'ForexTicketsScreen')),
  anybody('priceTape', '/pages/me/priceTape', of(() => import('../features/transparency/price-tape-screen.tsx'), 'PriceTapeScreen')),
  anybody('publishedTerms', '/pages/me/terms', of(() => import('../features/published-terms/published-terms-screen.tsx'), 'PublishedTermsScreen')),
  customers('leverage', '/pages/me/leverage', of(() => import('../features/leverage/leverage-screen.tsx'), 'LeverageScreen')),
  anybody('leverageCosts', '/pages/me/leverageCosts', of(() => import('../features/leverage/leverage-costs-screen.tsx'), 'LeverageCostsScreen')),
  anybody('article', ['/pages/news/detail', '/pages/newsList/detail', '/pages/newsList/detail2'], of(() => import('../features/content/article-screen.tsx'), 'ArticleScreen')),
  anybody('help', '/pages/news/dc', of(() => import('../features/content/help-screen.tsx'), 'HelpScreen')),
  anybody('faq', '/pages/me/faq', of(() => import('../features/content/faq-screen.tsx'), 'FaqScreen')),
  anybody('serviceAgreement', '/pages/news/fwxy', of(() => import('../features/content/fixed-pages.tsx'), 'ServiceAgreementScreen')),
  anybody('licence', '/pages/news/jgpz', of(() => import('../features/content/fixed-pages.tsx'), 'LicenceScreen')),
  anybody('chat', '/pages/me/kefu', of(() => import('../features/chat/chat-screen.tsx'), 'ChatScreen')),
  customers('transfer', '/pages/me/transfer', of(() => import('../features/transfers/transfer-screen.tsx'), 'TransferScreen')),
  customers('exchange', '/pages/me/exchange', of(() => import('../features/exchange/exchange-screen.tsx'), 'ExchangeScreen')),
  customers('deposit', '/pages/order/charge', of(() => import('../features/deposits/deposit-screen.tsx'), 'DepositScreen')),
  customers('voucher', '/pages/uploadpayvoucher/index', of(() => import('../features/deposits/voucher-screen.tsx'), 'VoucherScreen')),
  customers('withdraw', '/pages/order/withdraw', of(() => import('../features/withdrawals/withdraw-screen.tsx'), 'WithdrawScreen')),
  customers('addresses', '/pages/me/addresses', of(() => import('../features/addresses/address-book-screen.tsx'), 'AddressBookScreen')),
  customers('acts', '/pages/me/acts', of(() => import('../features/acts/acts-screen.tsx'), 'ActsScreen')),
  customers('wallets', '/pages/me/wallet', of(() => import('../features/wallets/wallets-screen.tsx'), 'WalletsScreen')),
  customers('records', '/pages/order/finance', of(() => import('../features/wallets/records-screen.tsx'), 'RecordsScreen')),
  customers('friend', '/pages/friend/index', of(() => import('../features/referral/friend-screen.tsx'), 'FriendScreen')),
  customers('accumulated', '/pages/me/accumulated', of(() => import('../features/wallets/accumulated-screen.tsx'), 'AccumulatedScreen')),
  customers('loan', '/pages/loan/index', of(() => import('../features/loans/loan-screen.tsx'), 'LoanScreen')),
  customers('loans', '/pages/loan/order', of(() => import('../features/loans/loans-screen.tsx'), 'LoansScreen')),
  anybody('loanAgreement', '/pages/news/jkxy', of(() => import('../features/loans/agreement-screen.tsx'), 'AgreementScreen')),
  customers('messages', '/pages/me/messages', of(() => import('../features/notifications/messages-screen.tsx'), 'MessagesScreen')),
  customers('priceAlerts', '/pages/me/priceAlerts', of(() => import('../features/notifications/alerts-screen.tsx'), 'AlertsScreen')),
  customers('recurring', '/pages/me/recurring', of(() => import('../features/recurring/plans-screen.tsx'), 'PlansScreen')),
  customers('newRecurring', '/pages/me/recurringNew', of(() => import('../features/recurring/plan-form-screen.tsx'), 'PlanFormScreen')),
  customers('recurringPlan', '/pages/me/recurringPlan', of(() => import('../features/recurring/plan-screen.tsx'), 'PlanScreen')),
  customers('message', '/pages/news/msgdetail', of(() => import('../features/notifications/message-screen.tsx'), 'MessageScreen')),
  anybody('webview', '/pages/webview/index', of(() => import('../features/webview/webview-screen.tsx'), 'WebviewScreen')),
  anybody('chooseLocation', '/choose-location', of(() => import('../features/location/choose-location-screen.tsx'), 'ChooseLocationScreen')),
  anybody('openLocation', '/open-location', of(() => import('../features/location/open-location-screen.tsx'), 'OpenLocationScreen')),
  customers('experience', '/pages/me/experience', of(() => import('../features/experience/experience-screen.tsx'), 'ExperienceScreen')),
  anybody('account', ['/pages/me/newIndex', '/pages/me/index'], of(() => import('../features/account/account-screen.tsx'), 'AccountScreen', 'trading'), UserRound),
  anybody('language', '/pages/me/language', of(() => import('../features/account/language-screen.tsx'), 'LanguageScreen')),
  anybody('settings', '/pages/me/settings', of(() => import('../features/account/settings-screen.tsx'), 'SettingsScreen')),
  customers('member', '/pages/me/member', of(() => import('../features/settings/member-screen.tsx'), 'MemberScreen')),
  customers('credit', '/pages/me/credit', of(() => import('../features/settings/credit-screen.tsx'), 'CreditScreen')),
  customers('notices', '/pages/me/notifications', of(() => import('../features/settings/notices-screen.tsx'), 'NoticesScreen')),
  anybody('valuation', '/pages/me/valuation', of(() => import('../features/settings/valuation-screen.tsx'), 'ValuationScreen')),
  customers('ownData', '/pages/me/data', of(() => import('../features/settings/data-screen.tsx'), 'DataScreen')),
  customers('closeAccount', '/pages/me/close', of(() => import('../features/settings/close-screen.tsx'), 'CloseScreen')),
  customers('ownLimits', '/pages/me/limits', of(() => import('../features/own-limits/limits-screen.tsx'), 'LimitsScreen')),
  anybody('jurisdiction', '/pages/me/jurisdiction', of(() => import('../features/own-limits/jurisdiction-screen.tsx'), 'JurisdictionScreen')),
  customers('changePassword', '/pages/me/password', of(() => import('../features/session/change-password-screen.tsx'), 'ChangePasswordScreen')),
  customers('security', '/pages/me/security', of(() => import('../features/security/security-screen.tsx'), 'SecurityScreen')),
  customers('authenticator', '/pages/me/google', of(() => import('../features/security/authenticator-screen.tsx'), 'AuthenticatorScreen')),
  customers('passkeys', '/pages/me/passkeys', of(() => import('../features/security/passkeys-screen.tsx'), 'PasskeysScreen')),
  customers('tradingPassword', '/pages/me/paypassword', of(() => import('../features/security/trading-password-screen.tsx'), 'TradingPasswordScreen')),
  customers('boundEmail', '/pages/me/email', of(() => import('../features/security/email-screen.tsx'), 'EmailScreen')),
  customers('phone', '/pages/me/phone', of(() => import('../features/security/phone-screen.tsx'), 'PhoneScreen')),
  customers('antiPhishing', '/pages/me/antiPhishing', of(() => import('../features/security/anti-phishing-screen.tsx'), 'AntiPhishingScreen')),
  customers('devices', '/pages/me/sessions', of(() => import('../features/security/devices-screen.tsx'), 'DevicesScreen')),
  customers('logins', '/pages/me/logins', of(() => import('../features/security/logins-screen.tsx'), 'LoginsScreen')),
  customers('mailbox', '/pages/me/mailbox', of(() => import('../features/security/mailbox-screen.tsx'), 'MailboxScreen')),
  customers('verification', '/pages/me/kyc', of(() => import('../features/verification/verification-screen.tsx'), 'VerificationScreen')),
  customers('bankCard', '/pages/me/bank', of(() => import('../features/bank-card/bank-card-screen.tsx'), 'BankCardScreen')),
  anybody('login', ['/pages/login/index', '/pages/my/login'], of(() => import('./login-page.tsx'), 'LoginPage')),
  anybody('register', '/pages/register/index', of(() => import('./register-page.tsx'), 'RegisterPage')),
  anybody('walletTip', '/pages/tipWallet/index', of(() => import('../features/wallet-sign-in/wallet-tip-screen.tsx'), 'WalletTipScreen')),
  // For developers; no menu leads here.
  anybody('gallery', '/pages/dev/gallery', of(() => import('../features/gallery/gallery-screen.tsx'), 'GalleryScreen')),
  anybody('forgotPassword', '/pages/login/forgot', of(() => import('../features/registration/forgot-password-screen.tsx'), 'ForgotPasswordScreen')),
];

export const tabs: readonly ScreenRow[] = screens.filter((row) => row.tab !== undefined);

const rowsByPath: ReadonlyMap<string, ScreenRow> = new Map(
  screens.flatMap((row) => row.paths.map((path) => [path, row] as const)),
);

export function findScreen(path: string): ScreenRow | undefined {
  return rowsByPath.get(path);
}
