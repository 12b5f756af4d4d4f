/** Every screen of the app and every sheet on it, in English, for the tests of all screens. */
import { readdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { contentScreens } from './content-screens.ts';
import type { Customer } from './customer.ts';
import { quoteOf } from './customer.ts';
import { documentScreens } from './document-screens.ts';
import { exchangeScreens } from './exchange-screens.ts';
import { experienceScreens } from './experience-screens.ts';
import { fundScreens } from './fund-screens.ts';
import { leverageScreens } from './leverage-screens.ts';
import { chatScreens } from './chat-screens.ts';
import { loanScreens } from './loan-screens.ts';
import { messageScreens } from './message-screens.ts';
import { optionScreens } from './option-screens.ts';
import { outsideScreens } from './outside-screens.ts';
import { paymentScreens } from './payment-screens.ts';
import { chooseFrom, settled } from './phone.ts';
import { positionScreens } from './position-screens.ts';
import type { ScreenShot } from './screen-shot.ts';
import { button, sheet, tapForSheet } from './screen-shot.ts';
import { securityScreens } from './security-screens.ts';
import { settingsScreens } from './settings-screens.ts';
import { furnishTickets, provenScreens } from './ticket-screens.ts';
import { traderScreens } from './trader-screens.ts';
import { walletScreens } from './wallet-screens.ts';
import { say } from './saying.ts';

const main = (page: Page) => page.getByRole('main').filter({ visible: true });

async function fillTicket(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: say('spot.amount') }).fill('1234.56');
  await page.keyboard.press('Enter');
}

const visitorScreens: readonly ScreenShot[] = [
  { name: 'home signed out', path: '/', as: 'visitor', market: 'open' },
  { name: 'search', path: '/pages/search/index', as: 'visitor', market: 'open' },
  {
    name: 'a search with results',
    path: '/pages/search/index',
    as: 'visitor',
    market: 'open',
    act: async (page) => {
      await page.getByRole('textbox', { name: say('search.field') }).fill('option');
      await page.getByRole('heading', { name: say('search.help') }).waitFor();
    },
  },
  {
    name: 'what demo means',
    path: '/',
    as: 'visitor',
    market: 'open',
    act: (page) => tapForSheet(page, say('ui.demoStrip')),
  },
  {
    name: 'how we deal',
    path: '/',
    as: 'visitor',
    market: 'open',
    act: async (page) => {
      await page.getByText(say('home.banner.proof.title')).tap();
      await sheet(page);
    },
  },
  { name: 'trade signed out', path: '/pages/index/index', as: 'visitor' },
  { name: 'account signed out', path: '/pages/me/newIndex', as: 'visitor' },
  { name: 'login', path: '/pages/login/index', as: 'visitor' },
  {
    name: 'login with what is missing',
    path: '/pages/login/index',
    as: 'visitor',
    act: (page) =>
      page
        .locator('form')
        .getByRole('button', { name: say('titles.login') })
        .tap(),
  },
  { name: 'register', path: '/pages/register/index', as: 'visitor' },
  {
    name: 'register with what is missing',
    path: '/pages/register/index',
    as: 'visitor',
    act: async (page) => {
      await button(page, say('registration.next')).tap();
      await page.getByText(say('registration.emailForm')).waitFor();
    },
  },
  { name: 'forgot password', path: '/pages/login/forgot', as: 'visitor' },
  { name: 'no such page', path: '/pages/nowhere', as: 'visitor' },
  { name: 'gallery of the kit', path: '/pages/dev/gallery', as: 'visitor', cutsOnPurpose: true },
  { name: 'published terms', path: '/pages/me/terms', as: 'visitor' },
];

const marketScreens: readonly ScreenShot[] = [
  { name: 'market', path: '/pages/market/index', as: 'customer' },
  {
    name: 'forex',
    path: '/pages/market/index',
    as: 'customer',
    market: 'open',
    act: (page) => page.getByRole('tab', { name: say('market.tab.forex') }).tap(),
  },
  {
    name: 'market with nothing found',
    path: '/pages/market/index',
    as: 'customer',
    act: (page) => page.getByPlaceholder(say('ui.search')).fill('zzzz'),
  },
  { name: 'chart', path: '/pages/kline/index?symbol=BTC/USDT', as: 'customer', onDesk: 'columns' },
  {
    name: 'drawing tools',
    path: '/pages/kline/index?symbol=ETH/USDT',
    as: 'customer',
    act: (page) => tapForSheet(page, say('chart.draw')),
  },
];

const tradeScreens: readonly ScreenShot[] = [
  { name: 'home', path: '/', as: 'customer', market: 'open' },
  { name: 'trade', path: '/pages/index/index?symbol=BTC/USDT', as: 'customer', act: fillTicket },
  {
    name: 'keypad',
    path: '/pages/index/index?symbol=BTC/USDT',
    as: 'customer',
    act: async (page) => {
      await page.getByRole('textbox', { name: say('spot.amount') }).tap();
      await page.getByRole('region', { name: say('ui.keypad') }).waitFor();
    },
  },
  {
    name: 'order types',
    path: '/pages/index/index?symbol=BTC/USDT',
    as: 'customer',
    act: async (page) => {
      await page.getByRole('combobox', { name: say('spot.type') }).tap();
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'forex ticket',
    path: '/pages/index/index?product=forex&symbol=EUR/USD',
    as: 'customer',
    market: 'open',
  },
  {
    name: 'more than there is',
    path: '/pages/index/index?symbol=BTC/USDT',
    as: 'customer',
    act: async (page) => {
      await page.getByRole('textbox', { name: say('spot.amount') }).fill('98765432.10');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'limit sell',
    path: '/pages/index/index?symbol=BTC/USDT&side=sell',
    as: 'customer',
    act: async (page) => {
      await chooseFrom(page, say('spot.type'), say('spot.limit'));
      // Too far away for the market to reach in the meantime.
      await page.getByRole('textbox', { name: say('orders.limitPrice') }).fill('999999.99');
      await page.getByRole('textbox', { name: say('orders.quantity') }).fill('0.01');
      await page.keyboard.press('Enter');
    },
  },
  {
    name: 'confirm a sale',
    path: '/pages/index/index?symbol=BTC/USDT&side=sell',
    as: 'customer',
    act: async (page) => {
      await chooseFrom(page, say('spot.type'), say('spot.market'));
      await page.getByRole('textbox', { name: say('orders.quantity') }).fill('0.01');
      await page.keyboard.press('Enter');
      await tapForSheet(page, say('spot.sellBase', { base: 'BTC' }));
    },
  },
  {
    name: 'instruments',
    path: '/pages/index/index?symbol=BTC/USDT',
    as: 'customer',
    act: (page) => tapForSheet(page, say('spot.switchInstrument', { symbol: 'BTC/USDT' })),
  },
  {
    name: 'convert',
    path: '/pages/order/convert',
    as: 'customer',
    act: async (page) => {
      await page.getByRole('textbox', { name: say('exchange.give') }).fill('0.015');
      await page.keyboard.press('Enter');
    },
  },
  {
    name: 'confirm a conversion',
    path: '/pages/order/convert',
    as: 'customer',
    act: async (page) => {
      await page.getByRole('textbox', { name: say('exchange.give') }).fill('0.015');
      await page.keyboard.press('Enter');
      await tapForSheet(page, say('convert.review'));
    },
  },
  { name: 'orders in transaction', path: '/pages/order/trade', as: 'customer' },
  {
    name: 'cancelling',
    path: '/pages/order/trade',
    as: 'customer',
    act: async (page) => {
      await button(page, say('orders.cancelOf', { order: 'BTC/USDT' }))
        .first()
        .tap();
      await sheet(page);
    },
  },
  {
    name: 'completed orders',
    path: '/pages/order/trade',
    as: 'customer',
    act: async (page) => {
      await page.getByRole('tab', { name: say('orders.tab.completed') }).tap();
      await settled(page);
    },
  },
  {
    name: 'receipt',
    path: '/pages/order/trade',
    as: 'customer',
    act: async (page) => {
      await page.getByRole('tab', { name: say('orders.tab.completed') }).tap();
      await settled(page);
      await main(page)
        .getByRole('button')
        .filter({ hasText: say('orders.kind.market.buy') })
        .tap();
      await sheet(page);
      await page
        .getByRole('dialog')
        .getByRole('button', { name: say('orders.showEntry') })
        .tap();
      await page.getByText(say('orders.matches.buy')).waitFor();
    },
  },
];

const accountScreens: readonly ScreenShot[] = [
  { name: 'account', path: '/pages/me/newIndex', as: 'customer' },
  {
    name: 'account with a wallet open',
    path: '/pages/me/newIndex',
    as: 'customer',
    act: (page) => page.getByRole('button', { name: /^USDT/ }).tap(),
  },
  {
    name: 'starting over',
    path: '/pages/me/newIndex',
    as: 'customer',
    act: (page) => tapForSheet(page, say('account.startOver')),
  },
  { name: 'settings', path: '/pages/me/settings', as: 'customer' },
  { name: 'language', path: '/pages/me/language', as: 'customer' },
  { name: 'change password', path: '/pages/me/password', as: 'customer' },
];

const inOrder: readonly ScreenShot[] = [
  ...visitorScreens,
  ...marketScreens,
  ...tradeScreens,
  ...accountScreens,
  ...walletScreens,
  ...traderScreens,
  ...optionScreens,
  ...leverageScreens,
  ...exchangeScreens,
  ...experienceScreens,
  ...provenScreens,
  ...positionScreens,
  ...settingsScreens,
  ...securityScreens,
  ...documentScreens,
  ...paymentScreens,
  ...loanScreens,
  ...chatScreens,
  ...messageScreens,
  ...fundScreens,
  ...outsideScreens,
  ...contentScreens,
];

/**
 * Imports further files next to this one by the pattern of their names. Each exports one list, whose name follows the same
 * pattern.
 */
async function further(): Promise<ScreenShot[]> {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('-screens.ts'));
  const modules: Record<string, unknown>[] = await Promise.all(
    files.map(async (name) => import(`./${name}`)),
  );
  const lists = modules
    .flatMap((found) => Object.entries(found))
    .filter(([name]) => name.endsWith('Screens'));
  const known = new Set(inOrder.map(({ name }) => name));
  return lists.flatMap(([, list]) => list as ScreenShot[]).filter(({ name }) => !known.has(name));
}

export const screenShots: readonly ScreenShot[] = [...inOrder, ...(await further())];

/**
 * Gives a customer content for every screen: coins, a completed order, a rejected application, two resting orders, and options.
 */
export async function furnish(customer: Customer, request: Parameters<typeof quoteOf>[0]): Promise<void> {
  await furnishOrders(customer, request);
  await furnishTickets(customer);
}

/** Without options, which would expire in the meantime. */
export async function furnishOrders(
  customer: Customer,
  request: Parameters<typeof quoteOf>[0],
): Promise<void> {
  const { ask, bid } = await quoteOf(request, 'BTC/USDT');
  const trade = { symbol: 'BTC/USDT', side: 'buy', type: 'market' } as const;
  await customer.call('POST coin/trade', { ...trade, quantity: '0.2' });
  await customer.call('POST coin/trade', { from: 'BTC', to: 'ETH', amount: '0.05' });
  const far = (price: string, share: number) => `${Math.floor(Number.parseInt(price, 10) * share)}`;
  const limit = { ...trade, type: 'limit', quantity: '0.01' } as const;
  await customer.call('POST coin/trade', { ...limit, price: far(bid, 0.5) });
  await customer.call('POST coin/trade', { ...limit, side: 'sell', price: far(ask, 2) });
  const { id } = await customer.call('POST coin/trade', { ...limit, price: far(bid, 0.4) });
  await customer.call('POST order/cancel', { id });
}
