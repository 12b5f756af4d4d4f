/** How a newcomer opens an account on the phone, with the code that the demo's mailbox shows. */
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { journeyPassword, uniqueName } from './customer.ts';
import { button } from './phone.ts';
import { containing, say } from './saying.ts';

/** Fills the form until nothing is left but to send it; answers the name. */
export async function fillRegistration(page: Page): Promise<string> {
  const name = uniqueName();
  await page.goto('/');
  await button(page, say('registration.createAccount')).tap();
  await page.getByRole('textbox', { name: say('registration.account') }).fill(name);
  await page.getByRole('textbox', { name: say('registration.email') }).fill(`${name}@journey.example`);
  await button(page, say('registration.sendCode')).tap();
  // The demo's mailbox stands on the page; a tap takes the code from it.
  const mailbox = page.getByRole('button', { name: containing('registration.demoMail') });
  await mailbox.tap();
  await expect(page.getByRole('textbox', { name: say('registration.code') })).toHaveValue(/^\d{6}$/);
  await page.getByRole('textbox', { name: say('registration.password'), exact: true }).fill(journeyPassword);
  await page.getByRole('textbox', { name: say('ui.repeatPassword') }).fill(journeyPassword);
  await page.getByLabel(say('registration.birthDate')).fill('1990-05-17');
  await button(page, containing('registration.useInvite')).tap();
  return name;
}

/** Answers the name that was registered; the password is that of all journeys. */
export async function register(page: Page): Promise<string> {
  const name = await fillRegistration(page);
  await button(page, say('registration.createAccount')).tap();
  await expect(page.getByText(say('refusal.register_done'))).toBeVisible();
  return name;
}
