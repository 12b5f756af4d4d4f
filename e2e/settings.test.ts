/** Customers' own decisions: a limit, a pause, the currency of totals, the export of their data, and closing the account. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { examplePassword, newCustomer } from './customer.ts';
import type { Customer } from './customer.ts';
import { test } from './demo.ts';
import { button, open, remember } from './phone.ts';
import { containing, say } from './saying.ts';

async function begin(page: Page, customer: Customer, path: string): Promise<void> {
  await remember(page, { token: customer.token });
  await open(page, path);
}

async function confirmByPassword(page: Page): Promise<void> {
  const asked = page.getByRole('dialog', { name: say('confirm.title') });
  await asked.getByLabel(say('confirm.password')).fill(examplePassword);
  await asked.getByRole('button', { name: say('convert.confirm') }).tap();
}

const daily = `${say('limits.kind.loss')}: ${say('limits.period.day')}`;

async function setLimit(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${daily}`) }).tap();
  const form = page.getByRole('dialog', { name: daily });
  await form.getByRole('textbox', { name: say('limits.amount') }).fill(amount);
  await page.keyboard.press('Enter');
  await form.getByRole('button', { name: say('limits.set') }).tap();
  await expect(form).toHaveCount(0);
}

test('applies a tighter limit immediately, and a looser one after a day', async ({ page, request }) => {
  await begin(page, await newCustomer(request), '/pages/me/limits');
  const line = page.getByRole('button', { name: new RegExp(`^${daily}`) });
  await expect(line).toContainText(say('positions.noCloseOut'));
  await setLimit(page, '100');
  await expect(page.getByText(say('refusal.limit_set'))).toBeVisible();
  await expect(line).toContainText('100.00 USDT');
  await setLimit(page, '200');
  await expect(page.getByText(say('refusal.limit_pending'))).toBeVisible();
  await expect(line).toContainText(containing('limits.pendingTo', { amount: '200.00' }));
  // Until then, the present limit applies.
  await expect(line).toContainText('100.00 USDT');
});

test('requires a second confirmation for a pause, and leads from a barred action to the pause', async ({
  page,
  request,
}) => {
  const customer = await newCustomer(request);
  await begin(page, customer, '/pages/me/limits');
  await page
    .getByRole('main')
    .getByRole('button')
    .filter({ hasText: say('limits.pause.kind.time_out') })
    .tap();
  await button(page, say('limits.pause.next')).tap();
  // The first step alone starts no pause.
  const { time_out_until: before } = await customer.call('GET user/limits', {});
  expect(before).toBeNull();
  await button(page, say('limits.pause.begin.time_out')).tap();
  await expect(page.getByText(say('limits.pause.running'))).toBeVisible();
  await open(page, '/pages/index/index?symbol=BTC/USDT');
  await page.getByRole('textbox', { name: say('spot.amount') }).fill('100');
  await page.keyboard.press('Enter');
  await button(page, say('spot.buyBase', { base: 'BTC' })).tap();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('spot.confirmBuy') })
    .tap();
  await page
    .getByRole('dialog', { name: say('resolving.title') })
    .getByRole('button', { name: say('resolving.step.limits') })
    .tap();
  await expect(page.getByRole('heading', { name: say('titles.ownLimits') })).toBeVisible();
});

test('shows totals in the currency that the customer chose', async ({ page, request }) => {
  await begin(page, await newCustomer(request), '/pages/me/valuation');
  await page.getByRole('radio', { name: /^EUR/ }).tap();
  await open(page, '/');
  await expect(page.getByText(say('home.totalIn', { currency: 'EUR' }))).toBeVisible();
});

test('exports a customer’s data as a file after a confirmation by password', async ({ page, request }) => {
  const customer = await newCustomer(request);
  const { account } = await customer.call('GET user/info', {});
  await begin(page, customer, '/pages/me/data');
  const download = page.waitForEvent('download');
  await button(page, say('settings.data.save')).tap();
  await confirmByPassword(page);
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/^candor-\d{4}-\d\d-\d\d\.json$/);
  const kept = JSON.parse(readFileSync(await saved.path(), 'utf8')) as {
    sections: Record<string, { account: string }[]>;
  };
  expect(kept.sections['profile']?.[0]?.account).toBe(account);
});

test('closes an account after the customer types its name and confirms again, and rejects later logins', async ({
  page,
  request,
}) => {
  const customer = await newCustomer(request);
  const { account } = await customer.call('GET user/info', {});
  await begin(page, customer, '/pages/me/close');
  const name = page.getByRole('textbox', { name: say('settings.close.account') });
  await name.fill('lena');
  await button(page, say('settings.close.button')).tap();
  await expect(page.getByText(say('settings.close.nameWrong'))).toBeVisible();
  await name.fill(account);
  await button(page, say('settings.close.button')).tap();
  const sure = page.getByRole('dialog', { name: say('settings.close.sureTitle') });
  await sure.getByRole('button', { name: say('settings.close.button') }).tap();
  await confirmByPassword(page);
  await expect(button(page, say('titles.login'))).toBeVisible();
  await open(page, '/pages/login/index');
  await page.getByRole('textbox', { name: say('session.account') }).fill(account);
  await page.getByRole('textbox', { name: say('session.password') }).fill(examplePassword);
  await page
    .locator('form')
    .getByRole('button', { name: say('titles.login') })
    .tap();
  await expect(page.getByText(say('refusal.login_wrong'))).toBeVisible();
});
