/**
 * Orders and levels moved on the chart: by a long press, a mouse and the keyboard. Nothing is sent without a confirmation, and a
 * line whose new place is refused or left goes back.
 */
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { exampleCustomer, newCustomer, quoteOf } from './customer.ts';
import type { Customer } from './customer.ts';
import { test } from './demo.ts';
import { open, remember } from './phone.ts';
import { say, saying } from './saying.ts';

const CHART = '/pages/kline/index?symbol=BTC/USDT';
const SLOWLY_MS = 500;

/** A resting purchase a little below the price, where the chart shows its line. */
async function withOrder(request: Parameters<typeof quoteOf>[0], page: Page): Promise<Customer> {
  const customer = await newCustomer(request);
  const { bid } = await quoteOf(request, 'BTC/USDT');
  const price = `${Math.floor(Number.parseInt(bid, 10) * 0.99)}`;
  const order = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: '0.01', price } as const;
  await customer.call('POST coin/trade', order);
  await remember(page, customer);
  return customer;
}

const priceOf = async (customer: Customer): Promise<string | null | undefined> =>
  (await customer.call('GET coin/list', { status: 'in_transaction', symbol: 'BTC/USDT' })).items[0]?.price;

const handleOf = (page: Page, line: string | RegExp = saying('chart.moveLine')): Locator =>
  page.getByRole('spinbutton', { name: line });

async function middleOf(place: Locator): Promise<{ readonly x: number; readonly y: number }> {
  await expect(place).toBeVisible();
  const box = await place.boundingBox();
  if (box === null) throw new Error('expected the handle to have a place, found none');
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** A finger goes down, waits, moves and lifts. */
async function swipe(page: Page, from: { x: number; y: number }, by: { y: number; waitsMs: number }) {
  const touch = await page.context().newCDPSession(page);
  const at = (y: number) => [{ x: from.x, y }];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from.y) });
  await page.waitForTimeout(by.waitsMs);
  for (const share of [0.3, 0.6, 1])
    await touch.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: at(from.y + by.y * share),
    });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await touch.detach();
}

test('a long press moves an order, which changes once it is confirmed', async ({ page, request }) => {
  const customer = await withOrder(request, page);
  const before = await priceOf(customer);
  await open(page, CHART);
  const handle = handleOf(page);
  const from = await middleOf(handle);
  // A swipe is not meant for the order.
  await swipe(page, from, { y: 40, waitsMs: 0 });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await priceOf(customer)).toBe(before);

  await swipe(page, await middleOf(handle), { y: 30, waitsMs: SLOWLY_MS });
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText(saying('chart.movedFromTo'))).toBeAttached();
  // What the change means in money: a lower price holds less.
  await expect(sheet).toContainText('USDT');
  const wanted = (await sheet.getByRole('textbox').first().inputValue()).replaceAll(',', '');
  expect(Number(wanted)).toBeLessThan(Number(before));
  expect(await priceOf(customer)).toBe(before);
  await sheet.getByRole('button', { name: say('orders.amendConfirm') }).tap();
  await expect(sheet).toHaveCount(0);
  await expect.poll(async () => Number(await priceOf(customer))).toBe(Number(wanted));
  await expect(handle).toHaveAttribute('aria-valuenow', `${Number(wanted)}`);
});

test('the keyboard moves a line by ticks, and Escape puts it back', async ({ page, request }) => {
  const customer = await withOrder(request, page);
  const before = Number(await priceOf(customer));
  await open(page, CHART);
  const handle = handleOf(page);
  const shown = async () =>
    Number((await handle.getAttribute('aria-valuetext'))?.replaceAll(/[^\d.]/g, '') ?? Number.NaN);
  await expect(handle).toBeVisible();
  await handle.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('PageDown');
  expect(await shown()).toBeCloseTo(before - 0.08, 5);
  await page.keyboard.press('Escape');
  expect(await shown()).toBe(before);
  // Without a change, Enter asks for nothing.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(shown).toBe(before);
  expect(Number(await priceOf(customer))).toBe(before);
});

test('a level on the wrong side of the price is refused and goes back', async ({ page, request }) => {
  const customer = await exampleCustomer(request);
  const { ask } = await quoteOf(request, 'BTC/USDT');
  const transfer = { from: 'spot', to: 'contract', currency: 'USDT', amount: '1000' } as const;
  await customer.call('POST wallet/transfer', transfer);
  const level = `${Math.floor(Number.parseInt(ask, 10) * 1.006)}`;
  const order = { symbol: 'BTC/USDT', side: 'long', type: 'market', quantity: '0.01', leverage: 10 } as const;
  const { id } = await customer.call('POST lever/submit', { ...order, take_profit: level });
  await remember(page, customer);
  await open(page, CHART);
  const handle = handleOf(page, say('chart.moveLine', { line: say('opening.line.takeProfit') }));
  const from = await middleOf(handle);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y + 260, { steps: 4 });
  await page.mouse.up();
  const sheet = page.getByRole('dialog');
  await expect(
    sheet.getByRole('button', { name: saying('positions.problem.check_takeProfit') }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(handle).toHaveAttribute('aria-valuenow', level);
  const [held] = (await customer.call('POST lever/my_trade', { status: 'holding' })).items;
  expect(held).toMatchObject({ id, take_profit: level });
});
