/**
 * A connection that is lost in the middle of a transfer, a purchase and a conversion, which a second tab may take over, and a
 * complete trade over a slow network. `connection-orders.test.ts` covers the other forms that move money.
 */
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { newCustomer } from './customer.ts';
import { test } from './demo.ts';
import { loseAnswers, loseConnectionIn, sender, textbox } from './lost-connection.ts';
import type { Form } from './lost-connection.ts';
import { button, open, remember, settled, tab, typeAmount } from './phone.ts';
import { say } from './saying.ts';

const dialog = (page: Page) => page.getByRole('dialog');

const forms: readonly Form[] = [
  {
    name: 'a transfer',
    path: '/pages/me/transfer',
    call: 'wallet/transfer',
    customer: (request) => newCustomer(request),
    fill: (page) => typeAmount(page, say('transfer.amount'), '25'),
    review: () => Promise.resolve(),
    sends: say('transfer.submit'),
    again: say('transfer.submit'),
    kept: (page) => expect(textbox(page, say('transfer.amount'))).toHaveValue('25'),
    times: async (customer) => {
      const wallets = await customer.call('POST wallet/list', {});
      const moved = wallets.find(({ currency }) => currency === 'USDT')?.contract.available ?? '0';
      return Number(moved) / 25;
    },
  },
  {
    name: 'a purchase',
    path: '/pages/index/index?symbol=BTC/USDT',
    call: 'coin/trade',
    customer: (request) => newCustomer(request),
    fill: (page) => typeAmount(page, say('spot.amount'), '200'),
    review: (page) => button(page, say('spot.buyBase', { base: 'BTC' })).tap(),
    sends: say('spot.confirmBuy'),
    again: say('spot.sendAgain'),
    kept: (page) => expect(textbox(page, say('spot.amount'))).toHaveValue('200'),
    times: async (customer) => (await customer.call('GET coin/list', { status: 'completed' })).items.length,
  },
  {
    name: 'a conversion',
    path: '/pages/order/convert',
    call: 'coin/trade',
    customer: async (request) => {
      const customer = await newCustomer(request);
      const order = { symbol: 'BTC/USDT', side: 'buy', type: 'market', quantity: '0.1' } as const;
      await customer.call('POST coin/trade', order);
      return customer;
    },
    fill: (page) => typeAmount(page, say('convert.give'), '0.015'),
    review: (page) => button(page, say('convert.review')).tap(),
    sends: say('convert.confirm'),
    again: say('spot.sendAgain'),
    kept: (page) => expect(textbox(page, say('convert.give'))).toHaveValue('0.015'),
    times: async (customer) =>
      (await customer.call('GET coin/list', { status: 'completed' })).items.length - 1,
  },
];

for (const form of forms) {
  test(`${form.name} takes effect once, although the connection is lost three times`, ({ page, request }) =>
    loseConnectionIn(form, page, request));
}

test('sends the same order from a second tab that took over an order without an answer', async ({
  page,
  request,
  context,
}) => {
  const customer = await newCustomer(request);
  await remember(page, { token: customer.token });
  await open(page, '/pages/index/index?symbol=BTC/USDT');
  await typeAmount(page, say('spot.amount'), '200');
  const bringBack = await loseAnswers(page, '**/api/coin/trade');
  await button(page, say('spot.buyBase', { base: 'BTC' })).tap();
  await sender(page, say('spot.confirmBuy')).tap();
  await expect(sender(page, say('spot.sendAgain'))).toBeVisible();
  // A duplicated tab copies the storage of the first tab.
  const opening = context.waitForEvent('page');
  await page.evaluate(() => void window.open(location.href));
  const second = await opening;
  await settled(second);
  if ((await dialog(second).count()) === 0) await button(second, say('spot.buyBase', { base: 'BTC' })).tap();
  // The ticket behind the sheet shows the message too, but the sheet sends.
  await dialog(second)
    .getByRole('button', { name: say('spot.sendAgain') })
    .tap();
  await expect(dialog(second).getByRole('heading', { name: say('spot.filledTitle') })).toBeVisible();
  await bringBack();
  await sender(page, say('spot.sendAgain')).tap();
  await expect(dialog(page).getByRole('heading', { name: say('spot.filledTitle') })).toBeVisible();
  expect((await customer.call('GET coin/list', { status: 'completed' })).items).toHaveLength(1);
});

/** Chromium's preset "slow 3G". */
const SLOW_3G = { offline: false, latency: 2000, downloadThroughput: 50_000, uploadThroughput: 50_000 };

test('opens the app and buys once over slow 3G, despite repeated taps', async ({ page, request }) => {
  test.setTimeout(240_000);
  const customer = await newCustomer(request);
  await remember(page, { token: customer.token });
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', SLOW_3G);
  page.setDefaultTimeout(90_000);
  await page.goto('/');
  await page.getByRole('heading', { name: say('titles.home') }).waitFor();
  await tab(page, say('titles.trade')).tap();
  await settled(page);
  await typeAmount(page, say('spot.amount'), '300');
  await button(page, say('spot.buyBase', { base: 'BTC' })).tap();
  const confirm = sender(page, say('spot.confirmBuy'));
  await confirm.waitFor();
  // An impatient customer keeps tapping while the request is in flight.
  await confirm.tap();
  await confirm.tap({ force: true });
  await confirm.tap({ force: true });
  await dialog(page)
    .getByRole('heading', { name: say('spot.filledTitle') })
    .waitFor();
  expect((await customer.call('GET coin/list', { status: 'completed' })).items).toHaveLength(1);
});
