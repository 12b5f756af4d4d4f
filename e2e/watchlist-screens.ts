/** The customer's watchlists: on the market screen, of an instrument, and to change. */
import type { Page } from '@playwright/test';
import type { Customer } from './customer.ts';
import { say } from './saying.ts';
import type { ScreenShot } from './screen-shot.ts';
import { button, tapForSheet } from './screen-shot.ts';

/** Three lists, of which one is empty. */
export async function furnishWatchlists(customer: Customer): Promise<void> {
  const items = [
    { name: '', symbols: ['BTC/USDT', 'ETH/USDT'] },
    { name: 'Bullion', symbols: ['XAU/USD', 'XAG/USD'] },
    { name: 'Someday', symbols: [] },
  ];
  await customer.call('POST watchlists', { version: 0, items });
}

const openLists = (page: Page): Promise<void> =>
  page.getByRole('tab', { name: say('market.tab.favourites') }).tap();

const market = { path: '/pages/market/index', as: 'customer' } as const;

export const watchlistScreens: readonly ScreenShot[] = [
  {
    ...market,
    name: 'market without favourites',
    act: async (page) => {
      await openLists(page);
      await page.getByRole('radio', { name: 'Someday' }).tap();
      await page.getByText(say('market.noFavourites')).waitFor();
    },
  },
  {
    name: 'watchlists of an instrument',
    path: '/pages/kline/index?symbol=BTC/USDT',
    as: 'customer',
    act: (page) => tapForSheet(page, say('market.chooseLists', { symbol: 'BTC/USDT' })),
  },
  {
    ...market,
    name: 'watchlists',
    act: async (page) => {
      await openLists(page);
      await tapForSheet(page, say('watchlists.manage'));
      await button(page, say('watchlists.create')).tap();
      await page.getByText(say('watchlists.problem.missing')).waitFor();
    },
  },
  {
    ...market,
    name: 'watchlist to edit',
    act: async (page) => {
      await openLists(page);
      await tapForSheet(page, say('watchlists.manage'));
      await button(page, say('watchlists.edit', { name: 'Bullion' })).tap();
      await button(page, say('watchlists.delete')).tap();
      await page.getByText(say('watchlists.deleteSentence', { name: 'Bullion' })).waitFor();
    },
  },
];
