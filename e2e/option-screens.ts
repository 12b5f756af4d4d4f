/**
 * The screen of short options and its sheets, for a visitor, for a customer without money to stake, and for one with running
 * tickets.
 */
import type { Page } from '@playwright/test';
import type { Customer } from './customer.ts';
import type { ScreenShot } from './screen-shot.ts';
import { button, sheet, tapForSheet } from './screen-shot.ts';
import { say } from './saying.ts';

const path = '/pages/index/index?product=option&symbol=BTC/USDT';

async function stake(page: Page, amount: string): Promise<void> {
  await page.getByRole('textbox', { name: say('option.stake') }).fill(amount);
  await page.keyboard.press('Enter');
}

/** The result of the shorter ticket arrives in a separate answer, behind the running one. */
const resultShown = (page: Page): Promise<void> =>
  button(page, say('option.dismiss')).first().waitFor({ timeout: 60_000 });

export const optionScreens: readonly ScreenShot[] = [
  { name: 'options signed out', path, as: 'visitor' },
  { name: 'options with nothing to stake', path, as: 'customer' },
  {
    name: 'options on a pair',
    path: '/pages/index/index?product=option&symbol=EUR/USD',
    as: 'customer',
    market: 'open',
  },
  {
    name: 'options that run',
    path,
    as: 'trader',
    act: async (page) => {
      await page.getByRole('timer').first().waitFor();
      // The shorter ticket expires in the meantime, and has expired in all later images.
      await button(page, say('option.dismiss')).waitFor({ timeout: 60_000 });
    },
  },
  {
    name: 'a stake below the least',
    path,
    as: 'trader',
    ready: resultShown,
    act: async (page) => {
      await stake(page, '9.99');
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'what a stake is paid in',
    path,
    as: 'trader',
    ready: resultShown,
    act: async (page) => {
      await page.getByRole('combobox', { name: say('option.payWith') }).tap();
      await sheet(page);
    },
  },
  {
    name: 'confirm an option',
    path,
    as: 'trader',
    ready: resultShown,
    act: async (page) => {
      await page.getByRole('radio', { name: '5 min' }).tap();
      await stake(page, '12.5');
      await tapForSheet(page, say('option.side.down'));
    },
  },
  {
    name: 'an option to be bought again',
    path,
    as: 'trader',
    act: async (page) => {
      const ended = page.getByRole('article').filter({ has: button(page, say('option.dismiss')) });
      await ended.getByRole('button', { name: say('option.repeat') }).tap();
      await sheet(page);
    },
  },
];

/** Gives the example customer money to stake, a long-running ticket and one that expires soon. */
export async function furnishOptions(trader: Customer): Promise<void> {
  await trader.call('POST wallet/transfer', { currency: 'USDT', from: 'spot', to: 'option', amount: '200' });
  const order = { symbol: 'BTC/USDT', stake: '10', currency: 'USDT' } as const;
  await trader.call('POST microtrade/submit', { ...order, side: 'up', seconds: 300 });
  await trader.call('POST microtrade/submit', { ...order, side: 'down', seconds: 30 });
}
