/** Steps before a change takes effect: its confirmation, and screens that must come first. Typed text survives both. */
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { installWallet } from './browser-wallet.ts';
import { examplePassword, newCustomer } from './customer.ts';
import { test } from './demo.ts';
import { answer, answers } from './leverage-screens.ts';
import { button, open, remember, settled } from './phone.ts';
import { containing, say, voiceIn } from './saying.ts';

const main = (page: Page) => page.getByRole('main').filter({ visible: true });

test('keeps a typed change after a wrong password and a closed sheet, and applies it once confirmed', async ({
  page,
  request,
}) => {
  const { token } = await newCustomer(request);
  await remember(page, { token });
  await open(page, '/pages/me/security');
  await main(page)
    .getByRole('link', { name: containing('security.item.anti_phishing.title') })
    .tap();
  const word = page.getByLabel(say('security.phishing.word'));
  await word.fill('grey heron');
  await button(page, say('security.phishing.save')).tap();
  const sheet = page.getByRole('dialog', { name: say('confirm.title') });
  // On a touch screen the question is read first, so the keyboard appears only after a tap.
  await expect(sheet.getByRole('button', { name: say('ui.close') })).toBeFocused();
  await sheet.getByLabel(say('confirm.password')).fill('not the password');
  await sheet.getByRole('button', { name: say('confirm.confirm'), exact: true }).tap();
  await expect(sheet.getByRole('alert')).toHaveText(say('refusal.confirmation_wrong'));
  await sheet.getByRole('button', { name: say('ui.close') }).tap();
  await expect(sheet).toHaveCount(0);
  await expect(word).toHaveValue('grey heron');
  await button(page, say('security.phishing.save')).tap();
  await expect(sheet.getByLabel(say('confirm.password'))).toHaveValue('');
  await sheet.getByLabel(say('confirm.password')).fill(examplePassword);
  await sheet.getByRole('button', { name: say('confirm.confirm'), exact: true }).tap();
  // After the change, the app returns to the screen that led here.
  await expect(page.getByRole('heading', { name: say('titles.security'), exact: true })).toBeVisible();
  await expect(main(page).getByText('grey heron')).toBeVisible();
});

test('sets the trading password with the keyboard alone', async ({ page, request }) => {
  const { token } = await newCustomer(request);
  await remember(page, { token });
  await open(page, '/pages/me/paypassword');
  await expect(page.getByLabel(say('security.trading.newOne'))).toBeFocused();
  await page.keyboard.type('24x68 13');
  await expect(page.getByLabel(say('security.trading.repeat'))).toBeFocused();
  await page.keyboard.type('246813');
  const sheet = page.getByRole('dialog', { name: say('confirm.title') });
  await expect(sheet.getByLabel(say('confirm.password'))).toBeFocused();
  await page.keyboard.type(examplePassword);
  await page.keyboard.press('Enter');
  await expect(page.getByText(say('security.event.trading_password_set'))).toBeVisible();
});

test('sets the first password of a customer who logs in by wallet, after confirmation by a signature', async ({
  page,
}) => {
  const wallet = await installWallet(page, { seed: Math.floor(Math.random() * 1e9) });
  await open(page, '/pages/login/index?back=/pages/me/password');
  await button(page, say('walletSignIn.continue')).tap();
  await expect(page.getByRole('heading', { name: say('titles.changePassword') })).toBeVisible();
  const password = page.getByLabel(say('registration.newPassword'), { exact: true });
  await password.fill(examplePassword);
  await page.getByLabel(say('ui.repeatPassword')).fill(examplePassword);
  await expect(page.getByLabel(say('session.oldPassword'))).toHaveCount(0);
  await button(page, say('titles.changePassword')).tap();
  const sheet = page.getByRole('dialog', { name: say('confirm.title') });
  wallet.refuse('personal_sign');
  await sheet.getByRole('button', { name: say('confirm.signWallet') }).tap();
  await expect(sheet.getByRole('alert')).toHaveText(say('confirm.walletFailure.refused'));
  wallet.failing.clear();
  await sheet.getByRole('button', { name: say('confirm.signWallet') }).tap();
  await expect(page.getByText(say('security.event.password_changed'), { exact: true })).toBeVisible();
});

test('links to the screen that resolves a refusal and back, and keeps the answers', async ({
  page,
  request,
}) => {
  const { token } = await newCustomer(request);
  await remember(page, { token });
  await open(page, '/pages/me/leverage');
  await answer(page, answers.length);
  await button(page, say('leverage.send')).tap();
  const sheet = page.getByRole('dialog', { name: say('resolving.title') });
  await expect(sheet.getByText(say('refusal.verification_needed'))).toBeVisible();
  await sheet.getByRole('button', { name: say('resolving.step.verify') }).tap();
  await expect(page).toHaveURL(/#\/pages\/me\/kyc\?back=%2Fpages%2Fme%2Fleverage$/);
  await settled(page);
  await button(page, say('leverage.previous')).filter({ visible: true }).tap();
  await expect(page).toHaveURL(/#\/pages\/me\/leverage$/);
  await expect(button(page, say('leverage.send'))).toBeVisible();
});

test('shows the chosen language on the first screen after a start', async ({ page }) => {
  await remember(page, { language: 'zh' });
  await open(page, '/pages/login/index');
  await expect(
    page.locator('form').getByRole('button', { name: voiceIn('zh', 'zh-CN').say('session.logIn') }),
  ).toBeVisible();
  await expect(main(page)).not.toContainText('session.');
});
