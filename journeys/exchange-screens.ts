/** The screens of flash exchange, as they are gone through when all are looked at. */
import type { Page } from '@playwright/test';
import { button, typeAmount } from './phone.ts';
import type { ScreenShot } from './screen-shot.ts';
import { sheet } from './screen-shot.ts';
import { say } from './saying.ts';

const path = '/pages/me/exchange';

/** Asks for a firm price of so much USDT in BTC. */
export async function askForPrice(page: Page, amount: string): Promise<void> {
  await typeAmount(page, 'Amount', amount);
  await button(page, say('exchange.ask')).tap();
  await page.getByText(/^This price holds for/).waitFor();
}

async function exchange(page: Page): Promise<void> {
  await askForPrice(page, '25');
  await page.getByRole('button', { name: /^Give 25 USDT, get/ }).tap();
  await page.getByRole('heading', { name: say('exchange.done') }).waitFor();
}

export const exchangeScreens: readonly ScreenShot[] = [
  { name: 'exchange', path, as: 'trader' },
  {
    name: 'exchange of too much',
    path,
    as: 'trader',
    act: async (page) => {
      await typeAmount(page, 'Amount', '98765432.1');
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
      await page.getByRole('button').filter({ hasText: 'USDT to BTC' }).first().tap();
      await sheet(page);
    },
  },
];
