/** A customer buys and sells, opens the month's statement, saves it in two forms, and finds the sale in the tax report. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { newCustomer } from './customer.ts';
import { test } from './demo.ts';
import { button, open, remember, settled } from './phone.ts';
import { say } from './saying.ts';

const main = (page: Page) => page.getByRole('main').filter({ visible: true });

async function saved(page: Page, form: string): Promise<{ readonly name: string; readonly body: Buffer }> {
  const downloading = page.waitForEvent('download');
  await button(page, form).tap();
  const download = await downloading;
  return { name: download.suggestedFilename(), body: readFileSync(await download.path()) };
}

test('shows a month’s statement, saves it, and lists a sale in the tax report', async ({ page, request }) => {
  const customer = await newCustomer(request);
  for (const side of ['buy', 'sell'] as const) {
    await customer.call('POST coin/trade', {
      ...{ symbol: 'BTC/USDT', side, type: 'market', quantity: '0.01' },
    });
  }
  await remember(page, { token: customer.token });
  await open(page, '/pages/me/statements');
  await main(page).getByRole('link').first().tap();
  await settled(page);
  await expect(main(page).getByText(say('recordKinds.spot_buy')).first()).toBeVisible();
  await expect(main(page).getByText(say('costKinds.spot_fee'))).toBeVisible();
  const csv = await saved(page, 'CSV');
  expect(csv.name).toMatch(/^candor-\d{4}-\d{2}\.csv$/);
  expect(csv.body.toString('utf8')).toContain(',spot_sell,');
  const pdf = await saved(page, 'PDF');
  expect(pdf.body.toString('latin1', 0, 7)).toBe('%PDF-1.');
  await open(page, '/pages/me/tax');
  await expect(main(page).getByText('0.01 BTC').first()).toBeVisible();
});
