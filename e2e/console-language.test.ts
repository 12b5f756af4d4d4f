/**
 * The console in Chinese: the browser requests the language or the operator chooses it, the device keeps it, and refusals and
 * times use it too.
 */
import { expect } from '@playwright/test';
import { sayIn } from '../console/build/said.ts';
import { test } from './demo.ts';
import { openDesk, openScreen, signIn } from './desk.ts';
import { deskSay } from './saying.ts';

const chinese = sayIn('zh');

test('keeps the language chosen in the console on the device, and shows it at the next login', async ({
  browser,
  demo,
}) => {
  const desk = await openDesk(browser, demo);
  await signIn(desk, demo, 'ada');
  await openScreen(desk, '/operators');
  await desk.getByRole('combobox', { name: deskSay('ui.language') }).selectOption('zh');
  await expect(desk.getByRole('heading', { name: chinese('operators.title'), level: 1 })).toBeVisible();
  await expect(desk.getByRole('link', { name: chinese('frame.place.audit') })).toBeVisible();
  expect(await desk.locator('html').getAttribute('lang')).toBe('zh-CN');

  await desk.getByRole('button', { name: chinese('operators.add') }).click();
  await desk.getByLabel(chinese('operators.accountLower')).fill('ada');
  await desk.getByLabel(chinese('ui.role')).selectOption('support');
  await desk.getByLabel(chinese('ui.person')).fill('Somebody else');
  await desk.getByLabel(chinese('operators.firstPassword')).fill('A first password 7');
  await desk.keyboard.press('Control+Enter');
  await expect(desk.getByRole('form').getByRole('alert')).toContainText(/\p{Script=Han}/u);

  await desk.reload();
  await expect(desk.getByRole('heading', { name: chinese('operators.title'), level: 1 })).toBeVisible();
  await expect(desk.locator('time').first()).toContainText(/\d{4}年\d{1,2}月\d{2}日/);
  await desk.getByRole('button', { name: chinese('frame.logOut') }).click();
  await expect(desk.getByRole('button', { name: chinese('login.title'), exact: true })).toBeVisible();
  await desk.getByRole('combobox', { name: chinese('ui.language') }).selectOption('en');
  await expect(desk.getByRole('button', { name: deskSay('login.title'), exact: true })).toBeVisible();
  await desk.context().close();
});

test('shows Chinese on the first screen to a browser that requests it', async ({ browser, demo }) => {
  const context = await browser.newContext({ baseURL: demo.consoleOrigin, locale: 'zh-CN' });
  const desk = await context.newPage();
  await desk.goto('/console/');
  await expect(desk.getByRole('textbox', { name: chinese('ui.account') })).toBeFocused();
  await expect(desk).toHaveTitle(chinese('ui.tabTitle', { title: chinese('login.title') }));
  await context.close();
});
