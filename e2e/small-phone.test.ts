/** On a small phone nothing covers the content: the keypad restores the page's scroll position, and a toast covers no control. */
import type { Locator } from '@playwright/test';
import { expect } from '@playwright/test';
import { newCustomer } from './customer.ts';
import { test } from './demo.ts';
import { atRest, button, open, remember, tab, typeAmount } from './phone.ts';
import { furnish } from './screens.ts';
import { say } from './saying.ts';

test.use({ viewport: { width: 360, height: 640 } });

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

async function boxOf(place: Locator): Promise<Box> {
  const box = await place.boundingBox();
  if (box === null) throw new Error('expected an element on the screen, found none');
  return box;
}

function overlap(one: Box, other: Box): boolean {
  const beside = one.x + one.width <= other.x || other.x + other.width <= one.x;
  const below = one.y + one.height <= other.y || other.y + other.height <= one.y;
  return !beside && !below;
}

test('restores the page’s scroll position after the keypad closes', async ({ page }) => {
  await open(page, '/pages/index/index?symbol=BTC/USDT');
  for (const top of [0, 90]) {
    await page.evaluate((y) => window.scrollTo(0, y), top);
    await typeAmount(page, say('spot.amount'), '12');
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(top);
  }
  await expect(tab(page, say('titles.trade'))).toBeInViewport();
});

const daily = `${say('limits.kind.stake')}: ${say('limits.period.day')}`;

test('performs a button’s action with one tap while the keypad is open', async ({ page, request }) => {
  const { token } = await newCustomer(request);
  await remember(page, { token });
  await open(page, '/pages/me/limits');
  await button(page, new RegExp(`^${daily}`)).tap();
  const sheet = page.getByRole('dialog', { name: daily });
  await atRest(page);
  const keypad = page.getByRole('region', { name: say('ui.keypad') });
  // The keypad appears when the field is tapped, and does not cover text that is to be read first.
  await expect(keypad).toHaveCount(0);
  await sheet.getByRole('textbox', { name: say('limits.amount') }).tap();
  for (const key of ['7', '5']) await keypad.getByRole('button', { name: key, exact: true }).tap();
  await sheet.getByRole('button', { name: say('limits.set') }).tap();
  await expect(page.getByText(say('refusal.limit_set'))).toBeVisible();
  await expect(sheet).toHaveCount(0);
  await expect(keypad).toHaveCount(0);
  await expect(button(page, new RegExp(`^${daily}`))).toContainText('75.00 USDT');
});

test('shows a toast that covers neither the tabs, the list nor the back button', async ({
  page,
  request,
}) => {
  const customer = await newCustomer(request);
  await furnish(customer, request);
  await remember(page, { token: customer.token });
  await open(page, '/pages/order/trade');
  await button(page, say('orders.cancelOf', { order: 'BTC/USDT' }))
    .first()
    .tap();
  const sheet = page.getByRole('dialog');
  await atRest(page);
  await sheet.getByRole('button', { name: say('orders.confirmCancel') }).tap();
  const toast = button(page, say('orders.status.cancelled'));
  await expect(toast).toBeVisible();
  await expect(sheet).toHaveCount(0);
  const toastBox = await boxOf(toast);
  for (const control of [
    button(page, say('ui.back')),
    page.getByRole('tab', { name: say('orders.tab.completed') }),
    page.getByRole('tab', { name: say('orders.tab.in_transaction') }),
    button(page, say('orders.cancelOf', { order: 'BTC/USDT' })),
  ]) {
    expect(overlap(toastBox, await boxOf(control))).toBe(false);
  }
});
