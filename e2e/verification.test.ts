/**
 * Verification and the bank account with complications: a reload, a network failure, a rejection, and a change that requires a
 * confirmation.
 */
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { photo } from '@candor/testing/pictures.ts';
import { examplePassword, newCustomer } from './customer.ts';
import { test } from './demo.ts';
import { applyForVerification, bindAccount, handIn, operate } from './identity-screens.ts';
import { button, fact, open, remember, settled } from './phone.ts';
import { say } from './saying.ts';

const path = '/pages/me/kyc';
const sent = (page: Page) => page.getByText(say('photo.kept'), { exact: true });
const front = (page: Page) => page.getByLabel(say('photo.fileInput', { side: say('verification.front') }));

async function picture(seed: number) {
  const buffer = await photo(seed, { width: 1000, height: 640 });
  return { name: 'front.jpg', mimeType: 'image/jpeg', buffer };
}

test('keeps typed text and sent images after a reload', async ({ page, request }) => {
  const customer = await newCustomer(request);
  await remember(page, { token: customer.token });
  await open(page, path);
  await page.getByRole('textbox', { name: say('verification.lastName') }).fill('Berg');
  await page.getByRole('textbox', { name: say('verification.certificateNumber') }).fill('C01X00T47');
  await front(page).setInputFiles(await picture(401));
  await expect(sent(page)).toHaveCount(1);
  await page.reload();
  await settled(page);
  await expect(page.getByRole('textbox', { name: say('verification.lastName') })).toHaveValue('Berg');
  await expect(page.getByRole('textbox', { name: say('verification.certificateNumber') })).toHaveValue(
    'C01X00T47',
  );
  await expect(page.getByText(say('photo.keptBefore'))).toBeVisible();
  // Only missing items are requested.
  await button(page, say('verification.submit')).tap();
  await expect(page.getByText(say('verification.backMissing'))).toBeVisible();
  await expect(page.getByText(say('verification.frontMissing'))).toHaveCount(0);
});

test('stores the input in one place, and deletes it when the customer logs out', async ({
  page,
  request,
}) => {
  const number = 'C01X00T47';
  /** The keys in the tab's storage whose values contain the number. */
  const holding = () =>
    page.evaluate(
      (text) => Object.keys(sessionStorage).filter((key) => sessionStorage.getItem(key)?.includes(text)),
      number,
    );
  const customer = await newCustomer(request);
  await remember(page, { token: customer.token });
  await open(page, path);
  await page.route('**/api/user/real_name', (route) => route.abort());
  await handIn(page, number);
  await expect(page.getByText(say('ui.networkFailed'))).toBeVisible();
  // The form's draft survives a reload, and a digest serves to recognise a repeated submission.
  expect(await holding()).toEqual(['candor.draft.verification']);

  await open(page, '/pages/me/newIndex');
  await button(page, say('account.logOut')).tap();
  await expect(page.getByRole('heading', { name: say('titles.login') })).toBeVisible();
  expect(await holding()).toEqual([]);
  // The next customer who logs in in this tab finds an empty form, even on screens that were open before.
  const { account } = await (await newCustomer(request)).call('GET user/info', {});
  await page.getByRole('textbox', { name: say('session.account') }).fill(account);
  await page.getByRole('textbox', { name: say('session.password') }).fill(examplePassword);
  await page
    .locator('form')
    .getByRole('button', { name: say('titles.login') })
    .tap();
  await expect(page.getByRole('heading', { name: say('titles.login') })).toHaveCount(0);
  await open(page, path);
  await expect(page.getByRole('textbox', { name: say('verification.certificateNumber') })).toHaveValue('');
  await expect(page.getByRole('textbox', { name: say('verification.lastName') })).toHaveValue('');
});

test('sends a photo again after a failure, and rejects one image for both sides', async ({
  page,
  request,
}) => {
  const customer = await newCustomer(request);
  await remember(page, { token: customer.token });
  await open(page, path);
  await page.route('**/api/upload', (route) => route.abort());
  await front(page).setInputFiles(await picture(402));
  await expect(page.getByText(say('photo.unsent'))).toBeVisible();
  await page.unroute('**/api/upload');
  await button(page, say('photo.sendAgain')).tap();
  await expect(sent(page)).toHaveCount(1);
  await page
    .getByLabel(say('photo.fileInput', { side: say('verification.back') }))
    .setInputFiles(await picture(402));
  await expect(page.getByText(say('photo.same_as_other'))).toBeVisible();
  await expect(sent(page)).toHaveCount(1);
});

test('shows a rejected customer the reason, and keeps the accepted input', async ({
  page,
  request,
  demo,
}) => {
  const customer = await newCustomer(request);
  await remember(page, { token: customer.token });
  await open(page, path);
  await applyForVerification(page);
  const { account } = await customer.call('GET user/info', {});
  await operate(demo, 'rosa', ['kyc', 'show', account]);
  await operate(demo, 'rosa', ['kyc', 'reject', account, '--reason', 'photo_unreadable']);
  await open(page, '/');
  await open(page, path);
  await page.reload();
  await settled(page);
  await expect(page.getByText(say('verification.standing.rejected'))).toBeVisible();
  await expect(page.getByText(say('verification.reason.photo_unreadable'))).toBeVisible();
  await expect(page.getByText(say('verification.role.reviewer'), { exact: true })).toBeVisible();
  await expect(page.getByRole('textbox', { name: say('verification.lastName') })).toHaveValue('Berg');
  await expect(page.getByRole('textbox', { name: say('verification.certificateNumber') })).toHaveValue('');
  await page.getByRole('textbox', { name: say('verification.lastName') }).fill('');
  await applyForVerification(page);
});

test('requires the password to change the bank account, and keeps the current one until then', async ({
  page,
  request,
}) => {
  const customer = await newCustomer(request);
  await remember(page, { token: customer.token });
  await open(page, '/pages/me/bank');
  await bindAccount(page);
  await expect(button(page, say('bankCard.replaceIt'))).toBeVisible();
  const shown = fact(page.getByRole('main'), say('bankCard.iban'));
  await expect(shown).toHaveText(/^•{4} \w{4}$/);
  await button(page, say('bankCard.replaceIt')).tap();
  await bindAccount(page, { action: say('bankCard.replace'), iban: 'DE75 5121 0800 1245 1261 99' });
  const sheet = page.getByRole('dialog', { name: say('confirm.title') });
  await sheet.getByLabel(say('confirm.password'), { exact: true }).fill('not the password');
  await sheet.getByRole('button', { name: say('convert.confirm'), exact: true }).tap();
  await expect(sheet.getByRole('alert')).toBeVisible();
  await sheet.getByLabel(say('confirm.password'), { exact: true }).fill(examplePassword);
  await sheet.getByRole('button', { name: say('convert.confirm'), exact: true }).tap();
  await expect(page.getByText(say('refusal.saved'), { exact: true })).toBeVisible();
  await expect(button(page, say('bankCard.replaceIt'))).toBeVisible();
});
