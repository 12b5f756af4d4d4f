/** How a newcomer opens an account on the phone, with the code that the demo's mailbox shows. */
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { journeyPassword, uniqueName } from './customer.ts';
import { button } from './phone.ts';

/** Fills the form until nothing is left but to send it; answers the name. */
export async function fillRegistration(page: Page): Promise<string> {
  const name = uniqueName();
  await page.goto('/');
  await button(page, 'Create account').tap();
  await page.getByRole('textbox', { name: 'Account name' }).fill(name);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(`${name}@journey.example`);
  await button(page, 'Send code').tap();
  // The demo's mailbox stands on the page; a tap takes the code from it.
  const mailbox = page.getByRole('button', { name: /Demo mailbox of .*: the code is \d{6}/ });
  await mailbox.tap();
  await expect(page.getByRole('textbox', { name: 'Verification code' })).toHaveValue(/^\d{6}$/);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(journeyPassword);
  await page.getByRole('textbox', { name: 'Repeat password' }).fill(journeyPassword);
  await page.getByLabel('Date of birth').fill('1990-05-17');
  await button(page, /Use the demo’s code/).tap();
  return name;
}

/** Answers the name that was registered; the password is that of all journeys. */
export async function register(page: Page): Promise<string> {
  const name = await fillRegistration(page);
  await button(page, 'Create account').tap();
  await expect(page.getByText('Account opened')).toBeVisible();
  return name;
}
