/** Recurring buys on the phone: started by touch, paused, resumed, changed, deleted, and listed. */
import { expect } from '@playwright/test';
import { exampleCustomer } from './customer.ts';
import { test } from './demo.ts';
import { button, fact, open, remember, typeAmount } from './phone.ts';
import { say, saying } from './saying.ts';

test('starts a plan, explains it, and pauses, resumes, changes and deletes it', async ({ page, request }) => {
  const customer = await exampleCustomer(request, 1);
  await remember(page, { token: customer.token, language: 'en' });
  await open(page, '/pages/me/newIndex');
  await page.getByRole('link', { name: say('titles.recurring') }).tap();
  const main = page.getByRole('main').filter({ visible: true });
  await expect(main.getByText(say('recurring.none'))).toBeVisible();
  await main.getByRole('button', { name: say('recurring.create') }).tap();

  await expect(main.getByRole('button', { name: say('recurring.enterAmount') })).toBeVisible();
  await main.getByRole('button', { name: '50', exact: true }).tap();
  await expect(
    main.getByText(
      saying('recurring.sentence', {
        amount: '50',
        coin: 'BTC',
        when: say('recurring.when.week', { weekday: 'Monday', time: '09:00 UTC' }),
      }),
    ),
  ).toBeVisible();
  await page.getByRole('radio', { name: say('recurring.every.month') }).tap();
  await page.getByRole('combobox', { name: say('recurring.monthDay') }).tap();
  await page.getByRole('option', { name: '31', exact: true }).tap();
  await expect(main.getByText(say('recurring.shortMonths'))).toBeVisible();
  await expect(
    main.getByText(
      saying('recurring.sentence', {
        amount: '50',
        coin: 'BTC',
        when: say('recurring.when.month', { day: '31', time: '09:00 UTC' }),
      }),
    ),
  ).toBeVisible();
  await typeAmount(page, say('recurring.amountEach'), '60');
  await button(page, say('recurring.start')).tap();

  await expect(main.getByText('60 USDT of BTC')).toBeVisible();
  await expect(fact(main, say('recurring.times'))).toHaveText('0');
  await expect(main.getByText(say('recurring.nothingYet'))).toBeVisible();
  await button(page, say('recurring.pause')).tap();
  await expect(main.getByText(say('recurring.pausedBy.customer'))).toBeVisible();
  await button(page, say('recurring.resume')).tap();
  await expect(button(page, say('recurring.pause'))).toBeVisible();
  await button(page, say('recurring.change')).tap();
  await typeAmount(page, say('recurring.amountEach'), '75');
  await button(page, say('recurring.save')).tap();
  await expect(main.getByText('75 USDT of BTC')).toBeVisible();

  await button(page, say('recurring.delete')).tap();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText(say('recurring.deleteText', { coin: 'BTC' }))).toBeVisible();
  await sheet.getByRole('button', { name: say('recurring.delete') }).tap();
  await expect(main.getByText(say('recurring.none'))).toBeVisible();
});
