/** The screens of flash exchange, for the tests of all screens. */
import type { Page } from '@playwright/test';
import { button, typeAmount } from './phone.ts';
import type { ScreenShot } from './screen-shot.ts';
import { sheet } from './screen-shot.ts';
import { say, saying } from './saying.ts';

const path = '/pages/me/exchange';

export async function askForPrice(page: Page, amount: string): Promise<void> {
  await typeAmount(page, say('exchange.amount'), amount);
  await button(page, say('exchange.ask')).tap();
  await page.getByText(saying('exchange.holds')).waitFor();
}

async function exchange(page: Page): Promise<void> {
  await askForPrice(page, '25');
  await page.getByRole('button', { name: saying('exchange.confirm', { given: '25 USDT' }) }).tap();
  await page.getByRole('heading', { name: say('exchange.done') }).waitFor();
}

export const exchangeScreens: readonly ScreenShot[] = [
  { name: 'exchange', path, as: 'trader' },
  {
    name: 'exchange of too much',
    path,
    as: 'trader',
    act: async (page) => {
      await typeAmount(page, say('exchange.amount'), '98765432.1');
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'a firm price', path, as: 'trader', act: (page) => askForPrice(page, '1234.56') },
  { name: 'exchanged', path, as: 'trader', act: exchange },
  {
    name: 'an exchange with its prices',
    path,
    as: 'trader',
    act: async (page) => {
      await page.getByRole('tab', { name: say('exchange.tab.list') }).tap();
      await page
        .getByRole('button')
        .filter({ hasText: say('exchange.pair', { from: 'USDT', to: 'BTC' }) })
        .first()
        .tap();
      await sheet(page);
    },
  },
];
