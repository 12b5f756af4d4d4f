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

/** A resting order between the price and the end of the day's range that is further away, where the chart shows its line. */
async function withOrder(request: Parameters<typeof quoteOf>[0], page: Page): Promise<Customer> {
  const customer = await newCustomer(request);
  const coins = { symbol: 'BTC/USDT', quantity: '0.01' } as const;
  await customer.call('POST coin/trade', { ...coins, side: 'buy', type: 'market' });
  const row = await quoteOf(request, 'BTC/USDT');
  const [bid, ask] = [Number(row.bid), Number(row.ask)];
  const [above, below] = [Number(row.high_24h) - ask, bid - Number(row.low_24h)];
  const order =
    above > below
      ? ({ ...coins, side: 'sell', price: `${Math.floor(ask + above / 2)}` } as const)
      : ({ ...coins, side: 'buy', price: `${Math.floor(bid - below / 2)}` } as const);
  await customer.call('POST coin/trade', { ...order, type: 'limit' });
  await remember(page, customer);
  return customer;
}

/** With the whole day in view. */
async function openChart(page: Page): Promise<void> {
  await open(page, CHART);
  await page.getByRole('radio', { name: say('chart.view.1h'), exact: true }).tap();
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

test('moves an order by a long press, and changes it once the move is confirmed', async ({
  page,
  request,
}) => {
  const customer = await withOrder(request, page);
  const before = await priceOf(customer);
  await openChart(page);
  const handle = handleOf(page);
  const from = await middleOf(handle);
  // A swipe is not meant for the order.
  await swipe(page, from, { y: 40, waitsMs: 0 });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await priceOf(customer)).toBe(before);

  await swipe(page, await middleOf(handle), { y: 30, waitsMs: SLOWLY_MS });
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText(saying('chart.movedFromTo'))).toBeAttached();
  await expect(sheet).toContainText('USDT');
  const wanted = (await sheet.getByRole('textbox').first().inputValue()).replaceAll(',', '');
  expect(Number(wanted)).toBeLessThan(Number(before));
  expect(await priceOf(customer)).toBe(before);
  await sheet.getByRole('button', { name: say('orders.amendConfirm') }).tap();
  await expect(sheet).toHaveCount(0);
  await expect.poll(async () => Number(await priceOf(customer))).toBe(Number(wanted));
  await expect(handle).toHaveAttribute('aria-valuenow', `${Number(wanted)}`);
});

test('moves a line tick by tick with the keyboard, and restores it with Escape', async ({
  page,
  request,
}) => {
  const customer = await withOrder(request, page);
  const before = Number(await priceOf(customer));
  await openChart(page);
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

test('refuses a level on the wrong side of the price, and moves its line back', async ({ page, request }) => {
  const customer = await exampleCustomer(request);
  const { ask } = await quoteOf(request, 'BTC/USDT');
  const transfer = { from: 'spot', to: 'contract', currency: 'USDT', amount: '1000' } as const;
  await customer.call('POST wallet/transfer', transfer);
  const level = `${Math.floor(Number.parseInt(ask, 10) * 1.004)}`;
  const order = { symbol: 'BTC/USDT', side: 'long', type: 'market', quantity: '0.01', leverage: 10 } as const;
  const { id } = await customer.call('POST lever/submit', { ...order, take_profit: level });
  await remember(page, customer);
  await openChart(page);
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

test('opens the ticket with the price of the crosshair', async ({ page, request }) => {
  await remember(page, await newCustomer(request));
  await open(page, CHART);
  const chart = page.getByRole('group', { name: saying('chart.of') });
  const box = await chart.boundingBox();
  if (box === null) throw new Error('expected the chart to have a place, found none');
  const at = { x: box.x + box.width / 3, y: box.y + 60 };
  await page.mouse.move(at.x, at.y);
  await page.mouse.move(at.x + 5, at.y + 2);
  const here = page.getByRole('button', { name: saying('chart.orderHere') });
  await expect(here).toBeVisible();
  const price = Number((await here.getAttribute('aria-label'))?.replaceAll(/[^\d.]/g, ''));
  await here.click();
  const { bid } = await quoteOf(request, 'BTC/USDT');
  const isBelow = price < Number(bid);
  const side = say(isBelow ? 'chart.buy' : 'chart.sell');
  await page
    .getByRole('link', { name: side })
    .filter({ hasText: say('chart.hereLimit', { side }) })
    .tap();
  const field = page.getByRole('textbox', { name: say('orders.limitPrice') });
  await expect(field).toBeVisible();
  expect(Number((await field.inputValue()).replaceAll(',', ''))).toBe(price);
  await expect(page.getByRole('radio', { name: say('spot.buy'), exact: true })).toBeChecked({
    checked: isBelow,
  });
});
