/**
 * A bad connection in the middle of every form that moves money: lost before it was sent, lost on the way back, and the tab loaded
 * anew in between. Nothing that was typed is lost, and whatever was sent has one effect. And a whole trade over a slow network.
 */
import type { Page, Route } from '@playwright/test';
import { expect } from '@playwright/test';
import { newCustomer } from './customer.ts';
import type { Customer } from './customer.ts';
import { test } from './demo.ts';
import { button, open, remember, settled, tab, typeAmount } from './phone.ts';

const dialog = (page: Page) => page.getByRole('dialog');

type Form = {
  readonly name: string;
  readonly path: string;
  readonly call: string;
  /** What the customer needs before. */
  readonly prepare?: (customer: Customer) => Promise<unknown>;
  readonly fill: (page: Page) => Promise<void>;
  /** From the filled form to the button that sends. */
  readonly review: (page: Page) => Promise<void>;
  readonly sends: string;
  /** Where it is told that no answer came, and how it is sent again. */
  readonly again: string;
  /** What was typed is still there. */
  readonly kept: (page: Page) => Promise<void>;
  /** How often it had its effect. */
  readonly times: (customer: Customer) => Promise<number>;
};

const textbox = (page: Page, name: string) => page.getByRole('textbox', { name });

const forms: readonly Form[] = [
  {
    name: 'a transfer',
    path: '/pages/me/transfer',
    call: 'wallet/transfer',
    fill: (page) => typeAmount(page, 'Amount', '25'),
    review: () => Promise.resolve(),
    sends: 'Transfer',
    again: 'Transfer',
    kept: (page) => expect(textbox(page, 'Amount')).toHaveValue('25'),
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
    fill: (page) => typeAmount(page, 'Amount to spend', '200'),
    review: (page) => button(page, 'Buy BTC').tap(),
    sends: 'Confirm purchase',
    again: 'Send the same order again',
    kept: (page) => expect(textbox(page, 'Amount to spend')).toHaveValue('200'),
    times: async (customer) => (await customer.call('GET coin/list', { status: 'completed' })).items.length,
  },
  {
    name: 'a conversion',
    path: '/pages/order/convert',
    call: 'coin/trade',
    prepare: (customer) =>
      customer.call('POST coin/trade', { symbol: 'BTC/USDT', side: 'buy', type: 'market', quantity: '0.1' }),
    fill: (page) => typeAmount(page, 'You give', '0.015'),
    review: (page) => button(page, 'Review').tap(),
    sends: 'Confirm',
    again: 'Send the same order again',
    kept: (page) => expect(textbox(page, 'You give')).toHaveValue('0.015'),
    times: async (customer) =>
      (await customer.call('GET coin/list', { status: 'completed' })).items.length - 1,
  },
];

/** The keys under which a call was sent, one each time. */
function keysOf(page: Page, call: string): string[] {
  const keys: string[] = [];
  page.on('request', (sent) => {
    if (sent.url().endsWith(`/api/${call}`)) keys.push(sent.headers()['idempotency-key'] ?? '');
  });
  return keys;
}

/** It arrives, and the answer is lost. */
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort();
}

const sender = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).last();

for (const form of forms) {
  test(`${form.name} survives a connection that is lost`, async ({ page, request }) => {
    const customer = await newCustomer(request);
    await form.prepare?.(customer);
    await remember(page, { token: customer.token });
    await open(page, form.path);
    await form.fill(page);
    const keys = keysOf(page, form.call);

    await test.step('before it was sent: the form is as it was, after a reload too', async () => {
      await page.reload();
      await settled(page);
      await form.kept(page);
      await form.review(page);
      await page.route(`**/api/${form.call}`, (route) => route.abort());
      await sender(page, form.sends).tap();
      await expect(sender(page, form.again)).toBeVisible();
      await expect.poll(() => keys.length).toBe(1);
      expect(await form.times(customer)).toBe(0);
      await page.unroute(`**/api/${form.call}`);
    });

    await test.step('on the way back: it was carried out, and the customer cannot know', async () => {
      await page.route(`**/api/${form.call}`, loseAnswer);
      await sender(page, form.again).tap();
      await expect.poll(() => keys.length).toBe(2);
      await expect.poll(() => form.times(customer)).toBe(1);
      await expect(sender(page, form.again)).toBeVisible();
      await page.unroute(`**/api/${form.call}`);
    });

    await test.step('after the answer: a reload and another try have no second effect', async () => {
      await page.reload();
      await settled(page);
      await form.kept(page);
      // Where it is told at once the sheet opens first, and sends then.
      for (let taps = 0; taps < 2 && keys.length < 3; taps++) {
        if ((await sender(page, form.again).count()) === 0) await form.review(page);
        await sender(page, form.again).tap();
        await page.waitForRequest(`**/api/${form.call}`, { timeout: 3000 }).catch(() => undefined);
      }
      expect(keys.length).toBe(3);
      expect(new Set(keys).size).toBe(1);
      expect(await form.times(customer)).toBe(1);
    });
  });
}

test('a second tab that took over what was unanswered sends the same order', async ({
  page,
  request,
  context,
}) => {
  const customer = await newCustomer(request);
  await remember(page, { token: customer.token });
  await open(page, '/pages/index/index?symbol=BTC/USDT');
  await typeAmount(page, 'Amount to spend', '200');
  await page.route('**/api/coin/trade', loseAnswer);
  await button(page, 'Buy BTC').tap();
  await sender(page, 'Confirm purchase').tap();
  await expect(sender(page, 'Send the same order again')).toBeVisible();
  // A tab that is duplicated takes along what the first one keeps.
  const opening = context.waitForEvent('page');
  await page.evaluate(() => void window.open(location.href));
  const second = await opening;
  await settled(second);
  if ((await dialog(second).count()) === 0) await button(second, 'Buy BTC').tap();
  await sender(second, 'Send the same order again').tap();
  await expect(dialog(second).getByRole('heading', { name: 'Filled' })).toBeVisible();
  await page.unroute('**/api/coin/trade');
  await sender(page, 'Send the same order again').tap();
  await expect(dialog(page).getByRole('heading', { name: 'Filled' })).toBeVisible();
  expect((await customer.call('GET coin/list', { status: 'completed' })).items).toHaveLength(1);
});

/** What Chromium's tools call slow 3G. */
const SLOW_3G = { offline: false, latency: 2000, downloadThroughput: 50_000, uploadThroughput: 50_000 };

test('over slow 3G somebody opens the app, buys and sees it done, once', async ({ page, request }) => {
  test.setTimeout(240_000);
  const customer = await newCustomer(request);
  await remember(page, { token: customer.token });
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', SLOW_3G);
  page.setDefaultTimeout(90_000);
  await page.goto('/');
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  await tab(page, 'Trade').tap();
  await settled(page);
  await typeAmount(page, 'Amount to spend', '300');
  await button(page, 'Buy BTC').tap();
  const confirm = sender(page, 'Confirm purchase');
  await confirm.waitFor();
  // An impatient thumb taps again and again while the answer is on its way.
  await confirm.tap();
  await confirm.tap({ force: true });
  await confirm.tap({ force: true });
  await dialog(page).getByRole('heading', { name: 'Filled' }).waitFor();
  expect((await customer.call('GET coin/list', { status: 'completed' })).items).toHaveLength(1);
});
