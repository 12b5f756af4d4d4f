/** After an absence, the phone shows everything that happened in the meantime, without a reload. */
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { Customer } from './customer.ts';
import { newCustomer, quoteOf } from './customer.ts';
import { test } from './demo.ts';
import { fact, open, remember, tab } from './phone.ts';
import { containing, say, saying } from './saying.ts';

const far = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: '0.01', price: '1000' } as const;

/** The resting orders on the screen and those on the server, by their prices. */
async function shownAsServerSays(page: Page, customer: Customer): Promise<void> {
  const { items } = await customer.call('GET coin/list', { status: 'in_transaction' });
  await expect(
    page.getByText(say('orders.restingOn', { symbol: 'BTC/USDT', count: items.length })),
  ).toBeVisible();
  const rows = page
    .getByRole('main')
    .filter({ visible: true })
    .getByText(/^at [\d,.]+$/);
  const prices = items.map(({ price }) =>
    say('orders.at', { price: `${Number.parseInt(price ?? '', 10).toLocaleString('en')}.00` }),
  );
  await expect(rows).toHaveText(prices);
  const wallets = await customer.call('POST wallet/list', {});
  const available = wallets.find(({ currency }) => currency === 'USDT')?.spot.available ?? '';
  const whole = Number.parseInt(available, 10).toLocaleString('en');
  await expect(
    page.getByText(saying('spot.available', { currency: 'USDT' })).filter({ visible: true }),
  ).toContainText(` ${whole}.`);
}

test('updates orders and balances after a time without network', async ({ page, context, request }) => {
  const customer = await newCustomer(request);
  const first = await customer.call('POST coin/trade', far);
  await remember(page, { token: customer.token });
  await open(page, '/pages/index/index?symbol=BTC/USDT');
  await shownAsServerSays(page, customer);
  await page.evaluate(() => void ((window as { sameLoad?: true }).sameLoad = true));

  await context.setOffline(true);
  await expect(page.getByText(say('ui.offline'))).toBeVisible();
  await customer.call('POST order/cancel', { id: first.id });
  await customer.call('POST coin/trade', { ...far, price: '2000' });
  await customer.call('POST coin/trade', { ...far, price: '3000' });
  await customer.call('POST coin/trade', {
    symbol: 'BTC/USDT',
    side: 'buy',
    type: 'market',
    quantity: '0.1',
  });
  // The phone is cut off: the socket delivers none of these events.
  await page.waitForTimeout(1000);
  await expect(page.getByText(say('orders.restingOn', { symbol: 'BTC/USDT', count: 1 }))).toBeVisible();
  await context.setOffline(false);

  await expect(page.getByText(say('ui.offline'))).toHaveCount(0);
  await expect(async () => shownAsServerSays(page, customer)).toPass({ timeout: 60_000 });
  await tab(page, say('titles.account')).tap();
  await expect(page.getByRole('heading', { name: say('titles.account'), level: 1 })).toBeVisible();
  await page.getByRole('button', { name: /^BTC/ }).tap();
  await expect(
    fact(
      page.getByRole('main').filter({ visible: true }),
      say('account.accountAvailable', { account: say('account.accounts.spot') }),
    ),
  ).toHaveText('0.1');
  expect(await page.evaluate(() => (window as { sameLoad?: true }).sameLoad)).toBe(true);
});

test('updates prices after a time without network', async ({ page, context, request }) => {
  await open(page, '/pages/kline/index?symbol=BTC/USDT');
  const sell = page
    .getByRole('button', { name: containing('chart.sell') })
    .or(page.getByRole('link', { name: containing('chart.sell') }));
  await expect(sell).toHaveText(/\d/);
  await context.setOffline(true);
  const before = await sell.textContent();
  await context.setOffline(false);
  await expect(sell).not.toHaveText(before ?? '');
  await expect(async () => {
    const { bid } = await quoteOf(request, 'BTC/USDT');
    const shown = ((await sell.textContent()) ?? '').replaceAll(/[^\d.]/g, '');
    // The socket and the request deliver within a second of each other, in which the price moves by less than 0.1%.
    expect(Math.abs(Number(shown) - Number(bid)) / Number(bid)).toBeLessThan(0.001);
  }).toPass({ timeout: 30_000 });
});
