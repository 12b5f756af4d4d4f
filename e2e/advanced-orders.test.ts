/**
 * Orders that wait for a stop, and names: a customer places a stop-limit and an OCO order, finds them in Orders, and cancels both; names an
 * order and changes it in place.
 */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { newCustomer, quoteOf } from './customer.ts';
import { test } from './demo.ts';
import { button, chooseFrom, fact, open, remember, settled, typeAmount } from './phone.ts';
import { containing, say, saying } from './saying.ts';

const BTC = 'BTC/USDT';

/** A price in whole USDT, so far from the market's that the market does not reach it during the test. */
async function priceAt(request: APIRequestContext, percent: bigint): Promise<string> {
  const { ask } = await quoteOf(request, BTC);
  const one = amount('1');
  return formatAmount(((amount(ask) * percent) / 100n / one) * one);
}

/** Sends the order on the ticket. The sheet repeats the sentence that the ticket shows. */
async function place(page: Page, sentence: string): Promise<void> {
  await expect(
    page
      .getByRole('main')
      .filter({ visible: true })
      .getByText(saying(`spot.sentence.${sentence}`)),
  ).toBeVisible();
  await button(page, say('spot.buyBase', { base: 'BTC' })).tap();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText(saying(`spot.sentence.${sentence}`))).toBeVisible();
  await sheet.getByRole('button', { name: say('spot.confirmBuy') }).tap();
  await expect(sheet.getByRole('heading', { name: say('spot.restingTitle') })).toBeVisible();
  await sheet.getByRole('button', { name: say('spot.done') }).tap();
  await expect(sheet).toHaveCount(0);
}

async function cancel(page: Page, kind: string): Promise<void> {
  const row = page
    .getByRole('main')
    .filter({ visible: true })
    .getByRole('button')
    .filter({ hasText: say(kind) });
  await row.tap();
  const receipt = page.getByRole('dialog');
  await expect(fact(receipt, say('orders.stopPrice'))).toHaveText(/USDT/);
  await expect(fact(receipt, say('orders.limitPrice'))).toHaveText(/USDT/);
  await expect(fact(receipt, say('orders.waits'))).toHaveText(say('spot.term.GTC'));
  await receipt.getByRole('button', { name: say('orders.cancel') }).tap();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('orders.confirmCancel') })
    .tap();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row).toHaveCount(0);
}

test('places a stop-limit and an OCO order, and cancels both', async ({ page, request }) => {
  const customer = await newCustomer(request);
  const [low, above, high] = [
    await priceAt(request, 80n),
    await priceAt(request, 120n),
    await priceAt(request, 125n),
  ];
  await remember(page, { token: customer.token, language: 'en' });
  await open(page, `/pages/index/index?product=spot&symbol=${BTC}`);

  await test.step('rejects a stop that the price has already reached, and places a stop-limit order', async () => {
    await chooseFrom(page, say('spot.type'), say('spot.kindName.stop_limit'));
    await typeAmount(page, say('spot.stopPrice'), low);
    await typeAmount(page, say('spot.limitPrice'), high);
    await typeAmount(page, say('spot.quantity'), '0.01');
    await expect(page.getByText(saying('refusal.stop_already_reached'))).toBeVisible();
    await typeAmount(page, say('spot.stopPrice'), above);
    await place(page, 'stop_limit.buy');
  });
  await test.step('places an OCO order', async () => {
    await chooseFrom(page, say('spot.type'), say('spot.kindName.oco'));
    await typeAmount(page, say('spot.limitPrice'), low);
    await typeAmount(page, say('spot.quantity'), '0.01');
    await place(page, 'oco.buy');
  });
  const resting = (await customer.call('GET coin/list', { status: 'in_transaction' })).items;
  expect(resting.map(({ type, stop_price: stop, price }) => [type, stop, price])).toEqual([
    ['oco', above, low],
    ['stop_limit', above, high],
  ]);
  await test.step('finds both orders in Orders, with their prices, and cancels them', async () => {
    await open(page, '/pages/order/trade');
    await settled(page);
    await cancel(page, 'orders.kind.oco.buy');
    await cancel(page, 'orders.kind.stop_limit.buy');
    await expect(page.getByText(say('orders.empty.in_transaction'))).toBeVisible();
  });
  const ended = (await customer.call('GET coin/list', { status: 'completed' })).items;
  expect(ended.map(({ status, reason }) => [status, reason])).toEqual([
    ['cancelled', 'customer'],
    ['cancelled', 'customer'],
  ]);
});

test('places an order under a name, and changes it in place', async ({ page, request }) => {
  const customer = await newCustomer(request);
  const [low, lower] = [await priceAt(request, 80n), await priceAt(request, 75n)];
  await remember(page, { token: customer.token, language: 'en' });
  await open(page, `/pages/index/index?product=spot&symbol=${BTC}`);
  await chooseFrom(page, say('spot.type'), say('spot.limit'));
  await button(page, say('spot.advanced')).tap();
  await page.getByLabel(say('spot.ownName')).fill('ladder:1');
  await typeAmount(page, say('spot.limitPrice'), low);
  await typeAmount(page, say('spot.quantity'), '0.01');
  await place(page, 'limit.buy');
  const listed = async () => (await customer.call('GET coin/list', { status: 'in_transaction' })).items;
  const [placed] = await listed();
  expect([placed?.client_order_id, placed?.price, placed?.quantity]).toEqual(['ladder:1', low, '0.01']);

  await open(page, '/pages/order/trade');
  await settled(page);
  const row = page
    .getByRole('main')
    .filter({ visible: true })
    .getByRole('button')
    .filter({ hasText: 'ladder:1' });
  await row.tap();
  const sheet = page.getByRole('dialog');
  await expect(fact(sheet, say('orders.ownName'))).toHaveText('ladder:1');
  await button(page, say('orders.amend')).tap();
  await expect(sheet.getByText(say('orders.amendKeeps'))).toBeVisible();
  await expect(button(page, say('orders.amendUnchanged'))).toBeDisabled();

  await test.step('keeps typed input after a refusal', async () => {
    await typeAmount(page, say('orders.quantity'), '0.00001');
    await expect(sheet.getByText(saying('refusal.quantity_below_minimum'))).toBeVisible();
    await typeAmount(page, say('orders.quantity'), '0.02');
  });
  await typeAmount(page, say('orders.limitPrice'), lower);
  await expect(sheet.getByText(containing('orders.amendHoldsMore'))).toBeVisible();
  await button(page, say('orders.amendConfirm')).tap();
  await expect(sheet).toHaveCount(0);
  const [amended] = await listed();
  expect([amended?.id, amended?.price, amended?.quantity]).toEqual([placed?.id, lower, '0.02']);
});
