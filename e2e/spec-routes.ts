/** The screen that each route of the specification opens, by the key of its title, and whether it requires a login. */
import { readFileSync } from 'node:fs';

/** As listed in the specification, one per line. */
export const specRoutes: readonly string[] = readFileSync(
  new URL('../testing/src/spec-routes.txt', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter((line) => line !== '');

type Opened = {
  readonly title: string;
  readonly needsLogin?: true;
  /** The parameters of the address; the specification shows none. */
  readonly search?: string;
  /** The title bar shows an instrument or the kind of an address instead of the title. */
  readonly ownHeading?: true;
};

export const opened: Readonly<Record<string, Opened>> = {
  '/': { title: 'home' },
  '/pages/home/index': { title: 'home' },
  '/pages/newsList/index': { title: 'news' },
  '/pages/strategy/index2': { title: 'fund' },
  '/pages/index/index': { title: 'trade', ownHeading: true },
  '/pages/me/newIndex': { title: 'account' },
  '/pages/me/index': { title: 'account' },
  '/pages/me/kefu': { title: 'chat' },
  '/pages/me/faq': { title: 'faq' },
  '/pages/me/language': { title: 'language' },
  '/pages/me/google': { title: 'authenticator', needsLogin: true },
  '/pages/me/kyc': { title: 'verification', needsLogin: true },
  '/pages/me/email': { title: 'boundEmail', needsLogin: true },
  '/pages/me/bank': { title: 'bankCard', needsLogin: true },
  '/pages/me/paypassword': { title: 'tradingPassword', needsLogin: true },
  '/pages/me/accumulated': { title: 'accumulated', needsLogin: true },
  '/pages/market/index': { title: 'market' },
  '/pages/kline/index': { title: 'chart', search: '?symbol=ETH/USDT', ownHeading: true },
  '/pages/strategy/index': { title: 'fundStrategy' },
  '/pages/strategy/order': { title: 'fundOrders', needsLogin: true },
  '/pages/arbitrage/index': { title: 'fund' },
  '/pages/arbitrage/detail': { title: 'fundTier', search: '?id=1', needsLogin: true },
  '/pages/arbitrage/order': { title: 'fundOrders', needsLogin: true },
  '/pages/order/trade': { title: 'orders', needsLogin: true },
  '/pages/order/contract': { title: 'contractPositions', needsLogin: true },
  '/pages/order/strategy': { title: 'fundOrders', needsLogin: true },
  '/pages/order/charge': { title: 'deposit', needsLogin: true },
  '/pages/order/withdraw': { title: 'withdraw', needsLogin: true },
  '/pages/order/finance': { title: 'records', needsLogin: true },
  '/pages/uploadpayvoucher/index': { title: 'voucher', needsLogin: true },
  '/pages/walletrade/index': { title: 'forex' },
  '/pages/whdetail/index': { title: 'forex', search: '?symbol=EUR/USD', ownHeading: true },
  '/pages/whdetail/order': { title: 'forexPositions', needsLogin: true },
  '/pages/whdetail/secOrder': { title: 'forexTickets', needsLogin: true },
  '/pages/tipWallet/index': { title: 'walletTip' },
  '/pages/friend/index': { title: 'friend', needsLogin: true },
  '/pages/news/index': { title: 'news' },
  '/pages/news/list': { title: 'news' },
  '/pages/news/detail': { title: 'article', search: '?id=fees' },
  '/pages/news/dc': { title: 'help' },
  '/pages/news/fwxy': { title: 'serviceAgreement' },
  '/pages/news/jgpz': { title: 'licence' },
  '/pages/news/jkxy': { title: 'loanAgreement' },
  '/pages/news/msgdetail': { title: 'message', needsLogin: true },
  '/pages/newsList/detail': { title: 'article', search: '?id=fees' },
  '/pages/newsList/list': { title: 'news' },
  '/pages/newsList/detail2': { title: 'article', search: '?id=risk' },
  '/pages/login/index': { title: 'login' },
  '/pages/my/login': { title: 'login' },
  '/pages/register/index': { title: 'register' },
  '/pages/webview/index': {
    title: 'webview',
    search: '?url=https://not-listed.example/',
  },
  '/choose-location': { title: 'chooseLocation' },
  '/open-location': { title: 'openLocation', search: '?latitude=51.5&longitude=-0.12' },
};
