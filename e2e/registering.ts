/** Registers a newcomer on the phone, with the code from the demo's mailbox. */
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { examplePassword, uniqueName } from './customer.ts';
import { button } from './phone.ts';
import { containing, say } from './saying.ts';

/** Fills in the three steps completely, and returns the account name. */
export async function fillRegistration(page: Page): Promise<string> {
  const name = uniqueName();
  await page.goto('/');
  await button(page, say('registration.createAccount')).tap();
  await page.getByRole('textbox', { name: say('registration.email') }).fill(`${name}@test.example`);
  await button(page, say('registration.sendCode')).tap();
  // The demo's mailbox is on the page, and a tap copies the code from it.
  const mailbox = page.getByRole('button', { name: containing('registration.demoMail') });
  await mailbox.tap();
  await expect(page.getByRole('textbox', { name: say('registration.code') })).toHaveValue(/^\d{6}$/);
  await expect(page.getByRole('textbox', { name: say('registration.inviteCode') })).not.toHaveValue('');
  await button(page, say('registration.next')).tap();
  await page.getByRole('textbox', { name: say('registration.account') }).fill(name);
  await page.getByRole('textbox', { name: say('registration.password'), exact: true }).fill(examplePassword);
  await page.getByRole('textbox', { name: say('ui.repeatPassword') }).fill(examplePassword);
  await button(page, say('registration.next')).tap();
  await page.getByLabel(say('registration.birthDate')).fill('1990-05-17');
  return name;
}

/** Returns the registered account name; the password is that of all end-to-end tests. */
export async function register(page: Page): Promise<string> {
  const name = await fillRegistration(page);
  await button(page, say('registration.createAccount')).tap();
  await expect(page.getByText(say('refusal.register_done'))).toBeVisible();
  return name;
}
