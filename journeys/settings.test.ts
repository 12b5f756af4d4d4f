/** What customers decide for themselves: a limit, a pause, the currency of totals, their data taken along, and leaving for good. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { journeyPassword, newCustomer } from './customer.ts';
import type { Customer } from './customer.ts';
import { test } from './demo.ts';
import { button, open, remember } from './phone.ts';

async function begin(page: Page, customer: Customer, path: string): Promise<void> {
  await remember(page, { token: customer.token });
  await open(page, path);
}

async function confirmByPassword(page: Page): Promise<void> {
  const asked = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await asked.getByLabel('Your password').fill(journeyPassword);
  await asked.getByRole('button', { name: 'Confirm' }).tap();
}

async function setLimit(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: /^Losses: A day/ }).tap();
  const form = page.getByRole('dialog', { name: 'Losses: A day' });
  await form.getByRole('textbox', { name: 'New limit' }).fill(amount);
  await page.keyboard.press('Enter');
  await form.getByRole('button', { name: 'Set the limit' }).tap();
  await expect(form).toHaveCount(0);
}

test('a limit counts at once when it is tighter, and after a day when it is looser', async ({
  page,
  request,
}) => {
  await begin(page, await newCustomer(request), '/pages/me/limits');
  const line = page.getByRole('button', { name: /^Losses: A day/ });
  await expect(line).toContainText('None');
  await setLimit(page, '100');
  await expect(page.getByText('Limit set')).toBeVisible();
  await expect(line).toContainText('100.00 USDT');
  await setLimit(page, '200');
  await expect(page.getByText('Accepted, counts in 24 hours')).toBeVisible();
  await expect(line).toContainText('200.00 USDT from');
  // Until then the present one stays.
  await expect(line).toContainText('100.00 USDT');
});

test('a pause is looked at twice, and what it bars leads back to it', async ({ page, request }) => {
  const customer = await newCustomer(request);
  await begin(page, customer, '/pages/me/limits');
  await page.getByRole('main').getByRole('button').filter({ hasText: 'Time-out' }).tap();
  await button(page, 'Look at it once more').tap();
  // Looking alone begins nothing.
  const { time_out_until: before } = await customer.call('GET user/limits', {});
  expect(before).toBeNull();
  await button(page, 'Begin the pause').tap();
  await expect(page.getByText('Running')).toBeVisible();
  await open(page, '/pages/index/index?symbol=BTC/USDT');
  await page.getByRole('textbox', { name: 'Amount to spend' }).fill('100');
  await page.keyboard.press('Enter');
  await button(page, 'Buy BTC').tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm purchase' }).tap();
  await page
    .getByRole('dialog', { name: 'One step first' })
    .getByRole('button', { name: 'See my own limits' })
    .tap();
  await expect(page.getByRole('heading', { name: 'My limits' })).toBeVisible();
});

test('totals are shown in the currency that was chosen', async ({ page, request }) => {
  await begin(page, await newCustomer(request), '/pages/me/valuation');
  await page.getByRole('radio', { name: /^EUR/ }).tap();
  await open(page, '/');
  await expect(page.getByText('Total value in EUR')).toBeVisible();
});

test('one’s data comes as a file, once the password confirmed it', async ({ page, request }) => {
  const customer = await newCustomer(request);
  const { account } = await customer.call('GET user/info', {});
  await begin(page, customer, '/pages/me/data');
  const download = page.waitForEvent('download');
  await button(page, 'Save my data').tap();
  await confirmByPassword(page);
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/^candor-\d{4}-\d\d-\d\d\.json$/);
  const kept = JSON.parse(readFileSync(await saved.path(), 'utf8')) as {
    sections: Record<string, { account: string }[]>;
  };
  expect(kept.sections['profile']?.[0]?.account).toBe(account);
});

test('an account is closed under its own name, after a second look, and nobody signs in to it again', async ({
  page,
  request,
}) => {
  const customer = await newCustomer(request);
  const { account } = await customer.call('GET user/info', {});
  await begin(page, customer, '/pages/me/close');
  const name = page.getByRole('textbox', { name: 'Your account name' });
  await name.fill('lena');
  await button(page, 'Close my account').tap();
  await expect(page.getByText('This is not your account name.')).toBeVisible();
  await name.fill(account);
  await button(page, 'Close my account').tap();
  const sure = page.getByRole('dialog', { name: 'Close the account for good?' });
  await sure.getByRole('button', { name: 'Close my account' }).tap();
  await confirmByPassword(page);
  await expect(button(page, 'Log in')).toBeVisible();
  await open(page, '/pages/login/index');
  await page.getByRole('textbox', { name: 'Account or e-mail' }).fill(account);
  await page.getByRole('textbox', { name: 'Password' }).fill(journeyPassword);
  await page.locator('form').getByRole('button', { name: 'Log in' }).tap();
  await expect(page.getByText('The account or the password is wrong.')).toBeVisible();
});
