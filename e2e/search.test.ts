/** The search finds markets, screens and help; keyboard shortcuts open the search and the tickets. */
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { newCustomer } from './customer.ts';
import { test } from './demo.ts';
import { open, remember, settled } from './phone.ts';
import { say } from './saying.ts';

const field = (page: Page) => page.getByRole('textbox', { name: say('search.field') });
const main = (page: Page) => page.getByRole('main').filter({ visible: true });

test('finds markets, screens and help by the typed text', async ({ page }) => {
  await open(page, '/');
  await page.getByRole('link', { name: say('ui.search'), exact: true }).tap();
  await expect(field(page)).toBeFocused();
  await field(page).fill('eth');
  await expect(main(page).getByRole('link', { name: /^ETH\/USDT/ })).toBeVisible();
  await field(page).fill('option');
  await expect(main(page).getByRole('heading', { name: say('search.help') })).toBeVisible();
  await field(page).fill('qqqq');
  await expect(main(page).getByText(say('search.nothing'))).toBeVisible();
  await field(page).fill('sol');
  await expect(main(page).getByRole('link', { name: /^SOL\/USDT/ })).toBeVisible();
  await field(page).press('Enter');
  await expect(page.getByRole('heading', { name: 'SOL/USDT' })).toBeVisible();
});

test('opens the search and the tickets with a key, except while typing', async ({ page, request }) => {
  const customer = await newCustomer(request);
  await remember(page, { token: customer.token });
  await open(page, '/');
  await page.keyboard.press('b');
  await settled(page);
  await expect(page.getByRole('radio', { name: say('chart.buy') })).toBeChecked();
  await page.keyboard.press('s');
  await expect(page.getByRole('radio', { name: say('chart.sell') })).toBeChecked();
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('bs?');
  await expect(field(page)).toHaveValue('bs?');
  await field(page).fill('');
  await page.getByRole('heading', { name: say('titles.search') }).focus();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: say('search.shortcuts.title') })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
