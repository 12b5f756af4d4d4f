/** Recurring buys on the phone: begun with a thumb, paused, resumed, changed, deleted, and found where customers look. */
import { expect } from '@playwright/test';
import { exampleCustomer } from './customer.ts';
import { test } from './demo.ts';
import { button, fact, open, remember, typeAmount } from './phone.ts';

test('a plan is begun, says what will happen, and is paused, changed and deleted', async ({
  page,
  request,
}) => {
  const customer = await exampleCustomer(request, 1);
  await remember(page, { token: customer.token, language: 'en' });
  await open(page, '/pages/me/newIndex');
  await page.getByRole('link', { name: 'Recurring buys' }).tap();
  const main = page.getByRole('main').filter({ visible: true });
  await expect(main.getByText('No recurring buys yet')).toBeVisible();
  await main.getByRole('button', { name: 'New recurring buy' }).tap();

  await expect(main.getByRole('button', { name: 'Enter an amount' })).toBeVisible();
  await main.getByRole('button', { name: '50', exact: true }).tap();
  await expect(
    main.getByText(/^You’ll buy 50 USDT of BTC every Monday at 09:00 UTC, starting /),
  ).toBeVisible();
  await page.getByRole('radio', { name: 'Monthly' }).tap();
  await page.getByRole('combobox', { name: 'Day of the month' }).tap();
  await page.getByRole('option', { name: '31', exact: true }).tap();
  await expect(main.getByText('In shorter months we buy on the last day.')).toBeVisible();
  await expect(
    main.getByText(/^You’ll buy 50 USDT of BTC on day 31 of every month at 09:00 UTC/),
  ).toBeVisible();
  await typeAmount(page, 'Amount per purchase', '60');
  await button(page, 'Start buying').tap();

  await expect(main.getByText('60 USDT of BTC')).toBeVisible();
  await expect(fact(main, 'Purchases')).toHaveText('0');
  await expect(main.getByText('Nothing bought yet')).toBeVisible();
  await button(page, 'Pause').tap();
  await expect(
    main.getByText('You paused this recurring buy. Resume it to continue on the next date.'),
  ).toBeVisible();
  await button(page, 'Resume').tap();
  await expect(button(page, 'Pause')).toBeVisible();
  await button(page, 'Change').tap();
  await typeAmount(page, 'Amount per purchase', '75');
  await button(page, 'Save changes').tap();
  await expect(main.getByText('75 USDT of BTC')).toBeVisible();

  await button(page, 'Delete').tap();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText(/^We won’t buy any more BTC with this recurring buy/)).toBeVisible();
  await sheet.getByRole('button', { name: 'Delete' }).tap();
  await expect(main.getByText('No recurring buys yet')).toBeVisible();
});
