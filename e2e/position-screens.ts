/** The screens of positions and every sheet on them, for an example customer of the demo. */
import type { Page } from '@playwright/test';
import type { Customer } from './customer.ts';
import { atRest, settled } from './phone.ts';
import type { ScreenShot } from './screen-shot.ts';
import { button, sheet } from './screen-shot.ts';
import { containing, say, saying } from './saying.ts';

const path = '/pages/order/contract';
/** Other visits may have opened smaller positions in the meantime. */
const card = (page: Page) => page.getByRole('article').filter({ visible: true, hasText: '0.05 BTC' }).first();

async function openSheet(page: Page, name: string | RegExp): Promise<void> {
  await card(page).getByRole('button', { name, exact: true }).tap();
  await sheet(page);
}

async function goTo(page: Page, tab: string): Promise<void> {
  await page.getByRole('tab', { name: tab }).tap();
  await settled(page);
}

async function type(page: Page, field: string, text: string): Promise<void> {
  await page.getByRole('dialog').getByRole('textbox', { name: field }).fill(text);
  await page.keyboard.press('Enter');
}

const holdingScreens: readonly ScreenShot[] = [
  { name: 'positions', path, as: 'trader' },
  {
    name: 'a position in full',
    path,
    as: 'trader',
    act: async (page) => {
      await card(page).getByRole('button').first().tap();
      await sheet(page);
      await page.getByRole('button', { name: say('orders.showEntry') }).tap();
      await page.getByText(say('orders.matches.buy')).waitFor();
    },
  },
  {
    name: 'closing a part',
    path,
    as: 'trader',
    act: async (page) => {
      await openSheet(page, say('positions.close'));
      await type(page, say('positions.quantityToClose'), '0.02');
      await page.getByText(say('positions.staysOpen')).waitFor();
    },
  },
  {
    name: 'closing more than is open',
    path,
    as: 'trader',
    act: async (page) => {
      await openSheet(page, say('positions.close'));
      await type(page, say('positions.quantityToClose'), '9');
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'closing at a price',
    path,
    as: 'trader',
    act: async (page) => {
      await card(page).getByRole('button').first().tap();
      await sheet(page);
      await button(page, say('positions.closeAt')).tap();
      // Far from every price that can occur during the test.
      await type(page, say('positions.limitPrice'), '999999');
      await type(page, say('positions.orderQuantity'), '0.02');
      await atRest(page);
    },
  },
  {
    name: 'levels of a position',
    path,
    as: 'trader',
    act: (page) => openSheet(page, say('positions.levels')),
  },
  {
    name: 'a level on the wrong side',
    path,
    as: 'trader',
    act: async (page) => {
      await openSheet(page, say('positions.levels'));
      await type(page, say('positions.takeProfit'), '1');
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'adding margin',
    path,
    as: 'trader',
    act: async (page) => {
      await openSheet(page, say('positions.margin'));
      await type(page, say('positions.amountToAdd'), '50');
    },
  },
  {
    name: 'picture of a result',
    path,
    as: 'trader',
    act: async (page) => {
      await openSheet(page, saying('positions.shareOf'));
      await page.getByRole('radio', { name: say('positions.amountsShown') }).tap();
      await page.getByRole('img', { name: /^BTC/ }).waitFor();
    },
  },
  {
    name: 'closing all',
    path,
    as: 'trader',
    act: async (page) => {
      await button(page, say('positions.closeAll')).tap();
      await sheet(page);
    },
  },
];

const otherTabs: readonly ScreenShot[] = [
  {
    name: 'contract orders in transaction',
    path,
    as: 'trader',
    act: (page) => goTo(page, say('positions.tab.in_transaction')),
  },
  {
    name: 'cancelling a contract order',
    path,
    as: 'trader',
    act: async (page) => {
      await goTo(page, say('positions.tab.in_transaction'));
      await button(page, say('positions.cancelOf', { symbol: 'BTC/USDT' }))
        .first()
        .tap();
      await sheet(page);
    },
  },
  {
    name: 'changing a contract order',
    path,
    as: 'trader',
    act: async (page) => {
      await goTo(page, say('positions.tab.in_transaction'));
      await page
        .getByRole('main')
        .getByRole('button')
        .filter({ visible: true, hasText: say('positions.side.long') })
        .first()
        .tap();
      await sheet(page);
      await button(page, say('positions.amend')).tap();
      await page.getByText(say('positions.amendKeeps')).waitFor();
      await atRest(page);
      await type(page, say('positions.orderQuantity'), '0.03');
    },
  },
  { name: 'completed trades', path, as: 'trader', act: (page) => goTo(page, say('positions.tab.completed')) },
  {
    name: 'receipts of a trade',
    path,
    as: 'trader',
    act: async (page) => {
      await goTo(page, say('positions.tab.completed'));
      await page
        .getByRole('main')
        .getByRole('button')
        .filter({ hasText: say('positions.reason.customer') })
        .first()
        .tap();
      await sheet(page);
      await page
        .getByRole('button', { name: containing('positions.reason.customer') })
        .first()
        .tap();
    },
  },
  { name: 'no positions', path, as: 'customer' },
];

export const positionScreens: readonly ScreenShot[] = [...holdingScreens, ...otherTabs];

/** Gives the example customer a second position, one that was closed in two parts, and an order that was cancelled. */
export async function furnishPositions(trader: Customer, low: string): Promise<void> {
  const order = { symbol: 'BTC/USDT', side: 'short', quantity: '0.02', leverage: 10 } as const;
  const closed = await trader.call('POST lever/submit', { ...order, type: 'market' });
  await trader.call('POST lever/close', { id: closed.id, quantity: '0.01' });
  await trader.call('POST lever/close', { id: closed.id });
  await trader.call('POST lever/submit', { ...order, quantity: '0.001', type: 'market' });
  const resting = { ...order, side: 'long', type: 'limit', price: low } as const;
  const { id } = await trader.call('POST lever/submit', resting);
  await trader.call('POST lever/cancel', { id });
  await trader.call('POST lever/submit', { ...order, side: 'long', quantity: '0.05', type: 'market' });
}
