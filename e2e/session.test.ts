/** Sessions on the phone: a session that is closed elsewhere, a required login, and choices and input that are kept. */
import { expect } from '@playwright/test';
import { exampleCustomer, newCustomer } from './customer.ts';
import { test } from './demo.ts';
import { button, chooseFrom, open, remember, settled, tab, typeAmount } from './phone.ts';
import { say } from './saying.ts';

const language = { toVietnamese: 'Tiếng Việt', toChinese: '简体中文' };

test('leads to the login when a session is closed elsewhere, and back after a new login', async ({
  page,
  request,
}) => {
  const customer = await newCustomer(request);
  await remember(page, { token: customer.token });
  await open(page, '/pages/order/trade');
  await expect(page.getByText(say('orders.empty.in_transaction'))).toBeVisible();
  await customer.call('POST user/logout', {});
  await expect(page.getByText(say('refusal.session_ended'))).toBeVisible();
  await expect(page.getByRole('heading', { name: say('session.logIn') })).toBeVisible();
  // Neither the token nor any data of the customer is left in the browser.
  expect(await page.evaluate(() => localStorage.getItem('candor.session'))).not.toContain(customer.token);
  await page.getByRole('button', { name: /^lena/ }).tap();
  await expect(page.getByRole('heading', { name: say('titles.orders') })).toBeVisible();
});

test('requires a login for a private page, and opens the page after the login', async ({ page }) => {
  await open(page, '/pages/me/password');
  await expect(page.getByRole('heading', { name: say('session.logIn') })).toBeVisible();
  await page.getByRole('textbox', { name: say('session.account') }).fill('lena');
  await page.getByRole('textbox', { name: say('session.password') }).fill('not the password');
  const logIn = page.locator('form').getByRole('button', { name: say('session.logIn') });
  await logIn.tap();
  await expect(page.getByRole('alert')).toHaveText(say('refusal.login_wrong'));
  // A refusal clears no input, and a reload clears only the password.
  await expect(page.getByRole('textbox', { name: say('session.account') })).toHaveValue('lena');
  await page.reload();
  await expect(page.getByRole('textbox', { name: say('session.account') })).toHaveValue('lena');
  await expect(page.getByRole('textbox', { name: say('session.password') })).toHaveValue('');
  await page.getByRole('textbox', { name: say('session.password') }).fill('Demo-lena-1');
  await logIn.tap();
  await expect(page.getByRole('heading', { name: say('session.changePassword') })).toBeVisible();
  // "Back" leads out of the page, not to the login again.
  await button(page, say('ui.back')).tap();
  await expect(page.getByRole('heading', { name: say('titles.home') })).toBeVisible();
});

test('keeps a partly filled ticket when the customer visits a second instrument and a second screen, and reloads', async ({
  page,
  request,
}) => {
  const customer = await exampleCustomer(request);
  await remember(page, { token: customer.token });
  await open(page, '/pages/index/index?symbol=BTC/USDT');
  await chooseFrom(page, say('spot.type'), say('spot.limit'));
  await typeAmount(page, say('spot.limitPrice'), '12345.6');
  await typeAmount(page, say('spot.quantity'), '0.5');
  await button(page, say('spot.switchInstrument', { symbol: 'BTC/USDT' })).tap();
  await page.getByRole('option', { name: /^ETH\/USDT/ }).tap();
  await expect(button(page, say('spot.switchInstrument', { symbol: 'ETH/USDT' }))).toBeVisible();
  await expect(page.getByRole('textbox', { name: say('spot.quantity') })).toHaveValue('0.5');
  // A limit price belongs to its instrument.
  await expect(page.getByRole('textbox', { name: say('spot.limitPrice') })).toHaveValue('');
  await tab(page, say('titles.home')).tap();
  await tab(page, say('titles.trade')).tap();
  await page.reload();
  await settled(page);
  await button(page, say('spot.switchInstrument', { symbol: 'ETH/USDT' })).tap();
  await page.getByRole('option', { name: /^BTC\/USDT/ }).tap();
  await expect(page.getByRole('textbox', { name: say('spot.limitPrice') })).toHaveValue('12345.6');
  await expect(page.getByRole('textbox', { name: say('spot.quantity') })).toHaveValue('0.5');
});

test('keeps the chosen language, theme and colour of rising prices', async ({ page }) => {
  await open(page, '/pages/me/settings');
  const root = page.locator('html');
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const rising = () =>
    page
      .getByText('+1.25%')
      .or(page.getByText('+1,25%'))
      .first()
      .evaluate((found) => getComputedStyle(found).color);
  const [lightGround, green] = [await ground(), await rising()];
  await page.getByRole('radio', { name: say('account.themes.dark') }).tap();
  await expect.poll(ground).not.toBe(lightGround);
  await page.getByRole('radio', { name: say('account.themes.light') }).tap();
  await expect.poll(ground).toBe(lightGround);
  await page.getByRole('radio', { name: say('account.rise.red') }).tap();
  await expect.poll(rising).not.toBe(green);
  await page.getByRole('radio', { name: say('account.rise.green') }).tap();
  await expect.poll(rising).toBe(green);

  await page.getByRole('link', { name: new RegExp(`^${say('account.language')}`) }).tap();
  await page.getByRole('radio', { name: language.toVietnamese }).tap();
  await expect(root).toHaveAttribute('lang', 'vi');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Ngôn ngữ' })).toBeVisible();
  await page.getByRole('radio', { name: language.toChinese }).tap();
  await expect(root).toHaveAttribute('lang', 'zh-CN');
  // A colour that the customer chose is kept, whatever is usual for the language.
  await expect(root).toHaveAttribute('data-rise', 'green');
});

test('shows rising prices in red to Chinese customers who have not chosen a colour', async ({ page }) => {
  await remember(page, { language: 'zh' });
  await open(page, '/pages/me/settings');
  await expect(page.locator('html')).toHaveAttribute('data-rise', 'red');
});
