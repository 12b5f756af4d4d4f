/** The screens of the fund and of inviting friends, for the tests of all screens. */
import type { Page } from '@playwright/test';
import type { ScreenShot } from './screen-shot.ts';
import { tapForSheet } from './screen-shot.ts';
import { say } from './saying.ts';

const tier = '/pages/arbitrage/detail?id=1';

async function fill(page: Page, amount: string): Promise<void> {
  await page.getByRole('textbox', { name: say('fund.amount') }).fill(amount);
  await page.keyboard.press('Enter');
}

export const fundScreens: readonly ScreenShot[] = [
  { name: 'the fund signed out', path: '/pages/strategy/index2', as: 'visitor' },
  { name: 'the fund', path: '/pages/strategy/index2', as: 'customer' },
  { name: 'the fund as a page', path: '/pages/arbitrage/index', as: 'customer' },
  { name: 'a tier', path: tier, as: 'customer' },
  {
    name: 'a tier that the amount chose',
    path: tier,
    as: 'borrower',
    act: (page) => fill(page, '6000'),
  },
  {
    name: 'joining the fund',
    path: tier,
    as: 'borrower',
    act: async (page) => {
      await fill(page, '600');
      await tapForSheet(page, say('fund.join'));
    },
  },
  { name: 'no orders of the fund', path: '/pages/order/strategy', as: 'customer' },
  { name: 'the strategy of the fund', path: '/pages/strategy/index', as: 'customer' },
  { name: 'inviting friends', path: '/pages/friend/index', as: 'customer' },
  {
    name: 'the picture for friends',
    path: '/pages/friend/index',
    as: 'customer',
    act: async (page) => {
      await tapForSheet(page, say('positions.makePicture'));
      await page.getByRole('dialog').getByRole('img').waitFor();
    },
  },
];
