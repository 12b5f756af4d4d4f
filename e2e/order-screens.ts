/** The change of a resting order, and the filters of past ones, for the tests of all screens. */
import type { Page } from '@playwright/test';
import { atRest, settled } from './phone.ts';
import type { ScreenShot } from './screen-shot.ts';
import { button, choose, sheet, tapForSheet } from './screen-shot.ts';
import { containing, say } from './saying.ts';

const main = (page: Page) => page.getByRole('main').filter({ visible: true });

export const orderScreens: readonly ScreenShot[] = [
  {
    name: 'changing an order',
    path: '/pages/order/trade',
    as: 'customer',
    act: async (page) => {
      await main(page)
        .getByRole('button')
        .filter({ hasText: say('orders.kind.limit.sell') })
        .first()
        .tap();
      await sheet(page);
      await button(page, say('orders.amend')).tap();
      await page.getByText(say('orders.amendKeeps')).waitFor();
      await atRest(page);
      await page.getByRole('textbox', { name: say('orders.quantity') }).fill('0.02');
      await page.keyboard.press('Enter');
      await page.getByText(containing('orders.amendHoldsMore')).waitFor();
    },
  },
  {
    name: 'choosing a period',
    path: '/pages/order/trade',
    as: 'customer',
    act: async (page) => {
      await page.getByRole('tab', { name: say('orders.tab.completed') }).tap();
      await settled(page);
      await tapForSheet(page, say('filters.anyTime'));
    },
  },
  {
    name: 'no order of this kind',
    path: '/pages/order/trade',
    as: 'customer',
    act: async (page) => {
      await page.getByRole('tab', { name: say('orders.tab.completed') }).tap();
      await settled(page);
      await choose(page, say('filters.allKinds'), say('spot.kindName.oco'));
      await page.getByText(say('filters.nothing')).waitFor();
    },
  },
];
