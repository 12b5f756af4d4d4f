/**
 * The app used with the keyboard alone: the order of the tab key, sheets that close and return the focus, and the back button.
 */
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { newCustomer } from './customer.ts';
import { test } from './demo.ts';
import { button, open, remember } from './phone.ts';
import { furnish } from './screens.ts';
import { say } from './saying.ts';

/** The announcements of a screen reader when the tab key is pressed `count` times. */
async function tabStops(page: Page, count: number): Promise<string[]> {
  const stops: string[] = [];
  for (let at = 0; at < count; at += 1) {
    await page.keyboard.press('Tab');
    stops.push(
      await page.evaluate(() => {
        const found = document.activeElement;
        const labels = found instanceof HTMLInputElement ? [...(found.labels ?? [])] : [];
        return (
          found?.getAttribute('aria-label') ??
          labels[0]?.textContent ??
          found?.textContent?.trim() ??
          ''
        ).slice(0, 40);
      }),
    );
  }
  return stops;
}

test('moves the focus through a form from top to bottom with the tab key', async ({ page }) => {
  await open(page, '/pages/login/index');
  // The strip appears once the server has reported that this is a demo.
  await expect(button(page, say('ui.demoStrip'))).toBeVisible();
  expect(await tabStops(page, 8)).toEqual([
    say('ui.back'),
    say('ui.demoStrip'),
    say('session.account'),
    say('session.password'),
    say('ui.showPassword'),
    say('session.logIn'),
    say('session.createAccount'),
    say('session.forgot'),
  ]);
});

test('fills in and sends a ticket with the keyboard alone', async ({ page, request }) => {
  const customer = await newCustomer(request);
  await remember(page, { token: customer.token });
  await open(page, '/pages/index/index?symbol=BTC/USDT');
  await page.getByRole('radio', { name: say('chart.buy') }).focus();
  await page.keyboard.press('Tab');
  const type = page.getByRole('combobox', { name: say('spot.type') });
  for (const [key, chosen] of [
    ['ArrowDown', 'spot.limit'],
    ['ArrowUp', 'spot.market'],
  ] as const) {
    await expect(type).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('option', { selected: true })).toBeFocused();
    await page.keyboard.press(key);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(type).toHaveText(say(chosen));
  }
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: say('spot.amount') })).toBeFocused();
  await page.keyboard.type('250');
  await page.keyboard.press('Enter');
  const buy = button(page, say('spot.buyBase', { base: 'BTC' }));
  await buy.focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('button', { name: say('spot.confirmBuy') })).toBeVisible();
  // The focus cannot leave an open sheet: from the last stop it returns to the first, which takes a moment.
  for (let at = 0; at < 6; at += 1) {
    await page.keyboard.press('Tab');
    await expect.poll(() => sheet.evaluate((box) => box.contains(document.activeElement))).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(buy).toBeFocused();
  await page.keyboard.press('Enter');
  await sheet.getByRole('button', { name: say('spot.confirmBuy') }).focus();
  await page.keyboard.press('Enter');
  await expect(sheet.getByRole('heading', { name: say('orders.status.filled') })).toBeVisible();
});

test('buys an option and opens its receipt with the keyboard alone', async ({ page, request }) => {
  const customer = await newCustomer(request);
  const money = { currency: 'USDT', from: 'spot', to: 'option', amount: '100' } as const;
  await customer.call('POST wallet/transfer', money);
  await remember(page, { token: customer.token });
  await open(page, '/pages/index/index?product=option&symbol=BTC/USDT');
  await page.getByRole('radio', { name: '30 s' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: '1 min' })).toBeChecked();
  await expect(page.getByRole('radio', { name: '1 min' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: say('tickets.stake') })).toBeFocused();
  await page.keyboard.type('12.5');
  await page.keyboard.press('Enter');
  // After the field come the payment source, the preset amounts, the link to transfers, the one-tap switch, and the two buttons.
  expect(await tabStops(page, 9)).toEqual([
    say('option.payWith'),
    ...['10', '25', '50', '100'],
    ...[say('opening.transfer'), say('option.oneTap'), say('option.side.up'), say('tickets.side.down')],
  ]);
  await page.keyboard.press('Enter');
  const confirm = page.getByRole('dialog').getByRole('button', { name: say('option.confirm.down') });
  await expect(confirm).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(button(page, say('tickets.side.down'))).toBeFocused();
  await page.keyboard.press('Enter');
  await confirm.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const card = page.getByRole('article').getByRole('button', {
    name: new RegExp(`${say('option.side.down')}.*BTC/USDT.*${say('option.minutes', { minutes: 1 })}`),
  });
  await card.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: `BTC/USDT · ${say('option.receipt')}` })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card).toBeFocused();
});

test('closes a sheet with the back button and stays on the page', async ({ page, request }) => {
  const customer = await newCustomer(request);
  await furnish(customer, request);
  await remember(page, { token: customer.token });
  await open(page, '/pages/me/newIndex');
  await page.getByRole('link', { name: say('account.orders'), exact: true }).tap();
  await page.getByRole('tab', { name: say('orders.tab.completed') }).tap();
  const row = page.getByRole('button', { name: new RegExp(`${say('orders.kind.market.buy')} BTC/USDT`) });
  await row.tap();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: say('orders.tabs') })).toBeVisible();
  await expect(page.getByRole('tab', { name: say('orders.tab.completed') })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  // A sheet that its cross closed leaves no entry in the history either.
  await row.tap();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('ui.close') })
    .tap();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole('heading', { name: say('titles.account') })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('heading', { name: say('orders.tabs') })).toBeVisible();
});
