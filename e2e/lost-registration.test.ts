/** Sending a registration again after its answer was lost logs the newcomer in and creates no second account. */
import { expect } from '@playwright/test';
import { test } from './demo.ts';
import { loseAnswers } from './lost-connection.ts';
import { button, open } from './phone.ts';
import { fillRegistration } from './registering.ts';
import { say } from './saying.ts';

test('logs a newcomer in when a registration whose answer was lost is sent again', async ({ page }) => {
  const name = await fillRegistration(page);
  const keys: string[] = [];
  page.on('request', (sent) => {
    if (sent.url().endsWith('/api/user/register')) keys.push(sent.headers()['idempotency-key'] ?? '');
  });
  const bringBack = await loseAnswers(page, '**/api/user/register');
  await button(page, say('registration.createAccount')).tap();
  await expect.poll(() => keys.length).toBe(1);
  await bringBack();
  await expect(page.getByText(say('refusal.register_done'))).toHaveCount(0);
  await expect(page.getByLabel(say('registration.birthDate'))).toHaveValue('1990-05-17');
  await button(page, say('registration.createAccount')).tap();
  await expect(page.getByText(say('refusal.register_done'))).toBeVisible();
  expect([keys.length, new Set(keys).size, keys[0]?.length]).toEqual([2, 1, 36]);
  await open(page, '/pages/me/newIndex');
  await expect(page.getByRole('main').filter({ visible: true }).getByText(name).first()).toBeVisible();
});
