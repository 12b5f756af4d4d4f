/** The screens of recurring buys, for the tests of all screens. */
import type { Page } from '@playwright/test';
import { button, typeAmount } from './phone.ts';
import type { ScreenShot } from './screen-shot.ts';
import { tapForSheet } from './screen-shot.ts';
import { say } from './saying.ts';

const list = '/pages/me/recurring';
const path = '/pages/me/recurringNew';
const main = (page: Page) => page.getByRole('main').filter({ visible: true });

export async function beginPlan(page: Page, amount: string): Promise<void> {
  await typeAmount(page, say('recurring.amountEach'), amount);
  await button(page, say('recurring.start')).tap();
  await main(page).getByText(say('recurring.next')).waitFor();
}

export const recurringScreens: readonly ScreenShot[] = [
  { name: 'recurring buys, none yet', path: list, as: 'guarded' },
  { name: 'a recurring buy that is not there', path: '/pages/me/recurringPlan?id=1', as: 'customer' },
  { name: 'a new recurring buy', path, as: 'customer' },
  {
    name: 'a new recurring buy, filled in',
    path,
    as: 'customer',
    act: async (page) => {
      await page.getByRole('radio', { name: say('recurring.every.month') }).tap();
      await typeAmount(page, say('recurring.amountEach'), '50');
    },
  },
  { name: 'a recurring buy', path, as: 'customer', act: (page) => beginPlan(page, '50') },
  {
    name: 'recurring buys',
    path,
    as: 'customer',
    act: async (page) => {
      await beginPlan(page, '75');
      await page.goto(`#${list}`);
      await main(page).getByText('75 USDT of BTC').first().waitFor();
      // Two plans, whether or not this customer started one on an earlier screen.
      if (
        (await main(page)
          .getByText(/ USDT of BTC/)
          .count()) > 1
      )
        return;
      await page.goto(`#${path}`);
      await beginPlan(page, '50');
      await page.goto(`#${list}`);
      await main(page).getByText('50 USDT of BTC').first().waitFor();
    },
  },
  {
    name: 'a recurring buy to be deleted',
    path,
    as: 'customer',
    act: async (page) => {
      await beginPlan(page, '20');
      await tapForSheet(page, say('recurring.delete'));
    },
  },
];
