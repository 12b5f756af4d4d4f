/** Every screen of the app and every sheet on it, as one finds them: what each of the looks at all screens goes through. */
import type { Page } from '@playwright/test';
import type { Customer } from './customer.ts';
import { quoteOf } from './customer.ts';
import { settled } from './phone.ts';
import type { Say } from './words.ts';

export type ScreenShot = {
  readonly name: string;
  readonly path: string;
  /** Whether it is looked at as a customer or as a visitor. */
  readonly as: 'customer' | 'visitor';
  /** Brings it to what is to be looked at: a sheet opened, something typed. */
  readonly act?: (page: Page, say: Say) => Promise<void>;
};

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const main = (page: Page) => page.getByRole('main').filter({ visible: true });

async function sheet(page: Page): Promise<void> {
  await page.getByRole('dialog').waitFor();
  // Until it has slid in, half of it is outside the screen.
  await page.waitForFunction(() => document.getAnimations().every((one) => one.playState !== 'running'));
}

async function tapForSheet(page: Page, name: string): Promise<void> {
  await button(page, name).tap();
  await sheet(page);
}

async function fillTicket(page: Page, say: Say): Promise<void> {
  await page.getByRole('textbox', { name: say('spot.amount') }).fill('1234.56');
  await page.keyboard.press('Enter');
}

const visitorScreens: readonly ScreenShot[] = [
  { name: 'home signed out', path: '/', as: 'visitor' },
  {
    name: 'what demo means',
    path: '/',
    as: 'visitor',
    act: (page, say) => tapForSheet(page, say('ui.demoStrip')),
  },
  {
    name: 'how we deal',
    path: '/',
    as: 'visitor',
    act: async (page, say) => {
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
    act: (page, say) =>
      page
        .locator('form')
        .getByRole('button', { name: say('session.logIn') })
        .tap(),
  },
  { name: 'register', path: '/pages/register/index', as: 'visitor' },
  {
    name: 'register with what is missing',
    path: '/pages/register/index',
    as: 'visitor',
    act: async (page, say) => {
      await button(page, say('registration.createAccount')).tap();
      await page.getByText(say('registration.accountForm')).waitFor();
    },
  },
  { name: 'forgot password', path: '/pages/login/forgot', as: 'visitor' },
  { name: 'no such page', path: '/pages/nowhere', as: 'visitor' },
];

const marketScreens: readonly ScreenShot[] = [
  { name: 'market', path: '/pages/market/index', as: 'customer' },
  {
    name: 'market without favourites',
    path: '/pages/market/index',
    as: 'customer',
    act: (page, say) => page.getByRole('tab', { name: say('market.tab.favourites') }).tap(),
  },
  {
    name: 'forex',
    path: '/pages/market/index',
    as: 'customer',
    act: (page, say) => page.getByRole('tab', { name: say('market.tab.forex') }).tap(),
  },
  {
    name: 'market with nothing found',
    path: '/pages/market/index',
    as: 'customer',
    act: (page, say) => page.getByPlaceholder(say('market.search')).fill('zzzz'),
  },
  { name: 'chart', path: '/pages/kline/index?symbol=BTC/USDT', as: 'customer' },
  {
    name: 'drawing tools',
    path: '/pages/kline/index?symbol=ETH/USDT',
    as: 'customer',
    act: (page, say) => tapForSheet(page, say('chart.draw')),
  },
];

const tradeScreens: readonly ScreenShot[] = [
  { name: 'home', path: '/', as: 'customer' },
  { name: 'trade', path: '/pages/index/index?symbol=BTC/USDT', as: 'customer', act: fillTicket },
  {
    name: 'keypad',
    path: '/pages/index/index?symbol=BTC/USDT',
    as: 'customer',
    act: async (page, say) => {
      await page.getByRole('textbox', { name: say('spot.amount') }).tap();
      await page.getByRole('region', { name: say('ui.keypad') }).waitFor();
    },
  },
  {
    name: 'more than there is',
    path: '/pages/index/index?symbol=BTC/USDT',
    as: 'customer',
    act: async (page, say) => {
      await page.getByRole('textbox', { name: say('spot.amount') }).fill('98765432.10');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'limit sell',
    path: '/pages/index/index?symbol=BTC/USDT&side=sell',
    as: 'customer',
    act: async (page, say) => {
      await page.getByRole('radio', { name: say('spot.limit') }).tap();
      await button(page, say('spot.atAsk')).tap();
      await page.getByRole('textbox', { name: say('spot.quantity') }).fill('0.01');
      await page.keyboard.press('Enter');
    },
  },
  {
    name: 'confirm a sale',
    path: '/pages/index/index?symbol=BTC/USDT&side=sell',
    as: 'customer',
    act: async (page, say) => {
      await page.getByRole('radio', { name: say('spot.market') }).tap();
      await page.getByRole('textbox', { name: say('spot.quantity') }).fill('0.01');
      await page.keyboard.press('Enter');
      await tapForSheet(page, say('spot.sellBase', { base: 'BTC' }));
    },
  },
  {
    name: 'instruments',
    path: '/pages/index/index?symbol=BTC/USDT',
    as: 'customer',
    act: (page, say) => tapForSheet(page, say('spot.switchInstrument', { symbol: 'BTC/USDT' })),
  },
  {
    name: 'convert',
    path: '/pages/order/convert',
    as: 'customer',
    act: async (page, say) => {
      await page.getByRole('textbox', { name: say('convert.give') }).fill('0.015');
      await page.keyboard.press('Enter');
    },
  },
  {
    name: 'confirm a conversion',
    path: '/pages/order/convert',
    as: 'customer',
    act: async (page, say) => {
      await page.getByRole('textbox', { name: say('convert.give') }).fill('0.015');
      await page.keyboard.press('Enter');
      await tapForSheet(page, say('convert.review'));
    },
  },
  { name: 'orders in transaction', path: '/pages/order/trade', as: 'customer' },
  {
    name: 'cancelling',
    path: '/pages/order/trade',
    as: 'customer',
    act: async (page, say) => {
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
    act: async (page, say) => {
      await page.getByRole('tab', { name: say('orders.tab.completed') }).tap();
      await settled(page);
    },
  },
  {
    name: 'receipt',
    path: '/pages/order/trade',
    as: 'customer',
    act: async (page, say) => {
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
    act: (page, say) => tapForSheet(page, say('account.startOver')),
  },
  { name: 'settings', path: '/pages/me/settings', as: 'customer' },
  { name: 'language', path: '/pages/me/language', as: 'customer' },
  { name: 'change password', path: '/pages/me/password', as: 'customer' },
];

export const screenShots: readonly ScreenShot[] = [
  ...visitorScreens,
  ...marketScreens,
  ...tradeScreens,
  ...accountScreens,
];

/** Gives a customer something to be seen everywhere: coins, a completed order, a refused hope and two resting orders. */
export async function furnish(customer: Customer, request: Parameters<typeof quoteOf>[0]): Promise<void> {
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

/** Opens a screen in a browser that runs the app already, as a link would, and brings it to what is to be looked at. */
export async function visit(page: Page, shot: ScreenShot, say: Say): Promise<void> {
  await page.evaluate((hash) => {
    // Typed before or opened before on another visit, it would be on this one too.
    sessionStorage.clear();
    location.hash = hash;
    location.reload();
  }, shot.path);
  await page.waitForLoadState();
  await settled(page);
  await shot.act?.(page, say);
}
