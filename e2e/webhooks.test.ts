/** Webhooks on the phone: created with a confirmation, its secret shown once, tried out, and deleted. */
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { examplePassword, newCustomer } from './customer.ts';
import { test } from './demo.ts';
import { button, fact, open, remember } from './phone.ts';
import { say } from './saying.ts';

const main = (page: Page) => page.getByRole('main').filter({ visible: true });

async function confirmWithPassword(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: say('confirm.title') });
  await sheet.getByLabel(say('confirm.password')).fill(examplePassword);
  await sheet.getByRole('button', { name: say('confirm.confirm'), exact: true }).tap();
}

test('creates a webhook, shows why a test event failed, and deletes it', async ({ page, request }) => {
  const { token } = await newCustomer(request);
  await remember(page, { token, language: 'en' });
  await open(page, '/pages/me/newIndex');
  await page.getByRole('link', { name: say('titles.webhooks') }).tap();
  await expect(main(page).getByText(say('webhooks.none'))).toBeVisible();
  await main(page)
    .getByRole('button', { name: say('webhooks.create') })
    .tap();

  await button(page, say('webhooks.make')).tap();
  await expect(main(page).getByText(say('webhooks.problem.url'))).toBeVisible();
  // The server alone knows which addresses are public.
  await page.getByLabel(say('webhooks.address')).fill('https://192.168.1.7/candor');
  await button(page, say('webhooks.make')).tap();
  await expect(page.getByLabel(say('webhooks.address'))).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel(say('webhooks.address')).fill('https://receiver.invalid/candor');
  await button(page, say('webhooks.make')).tap();
  await confirmWithPassword(page);

  await expect(main(page).getByText(say('webhooks.madeText'))).toBeVisible();
  const secret = await main(page).locator('dd').innerText();
  expect(secret).toMatch(/^whsec_/);
  await button(page, say('webhooks.kept')).tap();
  await expect(fact(main(page), say('webhooks.status'))).toHaveText(say('webhooks.state.on'));
  await expect(main(page).getByText(secret)).toHaveCount(0);
  await expect(main(page).getByText(say('webhooks.noDeliveries'))).toBeVisible();

  await button(page, say('webhooks.sendTest')).tap();
  await expect(main(page).getByText(say('webhooks.error.name'))).toBeVisible({ timeout: 20_000 });
  await main(page)
    .getByRole('button', { name: new RegExp(`^${say('webhooks.kind.test')}`) })
    .tap();
  await expect(main(page).getByText(/^test_/)).toBeVisible();

  await button(page, say('webhooks.delete')).tap();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('webhooks.delete') })
    .tap();
  await confirmWithPassword(page);
  await expect(main(page).getByText(say('webhooks.none'))).toBeVisible();
});
