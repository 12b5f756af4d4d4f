/** The screens of leveraged trading, for an example customer of the demo with permission, and for a customer without. */
import type { Page } from '@playwright/test';
import type { Customer } from './customer.ts';
import { quoteOf } from './customer.ts';
import { turnOverCredit } from './experience-screens.ts';
import { furnishOptions } from './option-screens.ts';
import { furnishPositions } from './position-screens.ts';
import { chooseFrom } from './phone.ts';
import type { ScreenShot } from './screen-shot.ts';
import { button, sheet, tapForSheet } from './screen-shot.ts';
import { say } from './saying.ts';

const contracts = '/pages/index/index?product=contract&symbol=BTC/USDT';

async function fillQuantity(page: Page, quantity: string): Promise<void> {
  await chooseFrom(page, say('opening.leverage'), '20×');
  await page.getByRole('textbox', { name: say('spot.quantity') }).fill(quantity);
  await page.keyboard.press('Enter');
}

async function fillStop(page: Page, price: string): Promise<void> {
  await button(page, say('spot.advanced')).tap();
  await page.getByRole('textbox', { name: say('positions.stop') }).fill(price);
  await page.keyboard.press('Enter');
}

const ticketScreens: readonly ScreenShot[] = [
  { name: 'contracts signed out', path: contracts, as: 'visitor' },
  { name: 'contracts before leverage is enabled', path: contracts, as: 'customer' },
  {
    name: 'contracts',
    path: contracts,
    as: 'trader',
    act: async (page) => {
      await fillQuantity(page, '0.05');
      await fillStop(page, '1000');
    },
  },
  {
    name: 'a stop on the side of profit',
    path: contracts,
    as: 'trader',
    act: async (page) => {
      await fillQuantity(page, '0.05');
      await fillStop(page, '9999999');
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'a limit short of more than there is',
    path: `${contracts}&side=short`,
    as: 'trader',
    act: async (page) => {
      await chooseFrom(page, say('spot.type'), say('spot.limit'));
      await page.getByRole('textbox', { name: say('spot.limitPrice') }).fill('999999');
      await fillQuantity(page, '40');
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'experience credit',
    path: contracts,
    as: 'trader',
    act: (page) => chooseFrom(page, say('opening.collateral'), say('opening.collaterals.promo')),
  },
  {
    name: 'confirm a position',
    path: contracts,
    as: 'trader',
    act: async (page) => {
      await fillQuantity(page, '0.05');
      await fillStop(page, '1000');
      await tapForSheet(page, say('opening.open.long', { symbol: 'BTC/USDT' }));
    },
  },
  {
    name: 'a position opened',
    path: contracts,
    as: 'trader',
    act: async (page) => {
      await fillQuantity(page, '0.001');
      await tapForSheet(page, say('opening.open.long', { symbol: 'BTC/USDT' }));
      await button(page, say('opening.confirm.long')).tap();
      await page.getByText(say('opening.openedAt')).waitFor();
      await sheet(page);
    },
  },
  { name: 'chart with positions', path: '/pages/kline/index?symbol=BTC/USDT', as: 'trader' },
];

export const traderScreens: readonly ScreenShot[] = ticketScreens;

/** Gives the example customer margin, a position with all levels, a resting order, and credit whose turnover is reached. */
export async function furnishTrader(
  trader: Customer,
  beside: Parameters<typeof turnOverCredit>[1],
): Promise<void> {
  const { request } = beside;
  const { bid } = await quoteOf(request, 'BTC/USDT');
  const part = (share: number) => `${Math.floor(Number.parseInt(bid, 10) * share)}`;
  await trader.call('POST wallet/transfer', {
    currency: 'USDT',
    from: 'spot',
    to: 'contract',
    amount: '3000',
  });
  const order = { symbol: 'BTC/USDT', side: 'long', quantity: '0.05', leverage: 10 } as const;
  const levels = { take_profit: part(1.5), stop_loss: part(0.8), trailing: '9000' };
  await trader.call('POST lever/submit', { ...order, type: 'market', ...levels });
  await trader.call('POST lever/submit', { ...order, type: 'limit', price: part(0.7) });
  await furnishPositions(trader, part(0.6));
  await furnishOptions(trader);
  await turnOverCredit(trader, beside);
}
