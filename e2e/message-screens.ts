/** The screens of messages, for the tests of all screens. */
import type { Page } from '@playwright/test';
import type { ScreenShot } from './screen-shot.ts';
import { tapForSheet } from './screen-shot.ts';
import { say } from './saying.ts';

const main = (page: Page) => page.getByRole('main').filter({ visible: true });

export const messageScreens: readonly ScreenShot[] = [
  { name: 'messages', path: '/pages/me/messages', as: 'trader' },
  {
    name: 'a message',
    path: '/pages/me/messages',
    as: 'trader',
    act: async (page) => {
      await main(page).locator('a[href*=msgdetail]').first().tap();
      await page.getByRole('article').waitFor();
    },
  },
  {
    name: 'a price alert',
    path: '/pages/kline/index?symbol=BTC/USDT',
    as: 'customer',
    act: async (page) => {
      await tapForSheet(page, say('alerts.titleOf', { symbol: 'BTC/USDT' }));
      await page.getByRole('dialog').getByRole('textbox').fill('999999');
      await page.keyboard.press('Enter');
    },
  },
  { name: 'price alerts', path: '/pages/me/priceAlerts', as: 'customer' },
  { name: 'a message that is not there', path: '/pages/news/msgdetail?id=1', as: 'customer' },
];
