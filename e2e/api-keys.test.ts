/**
 * API keys on the phone: created with a confirmation, shown once, used for an order that the customer is asked about, and
 * revoked.
 */
import { createHash, createHmac } from 'node:crypto';
import { expect } from '@playwright/test';
import type { APIRequestContext, Page } from '@playwright/test';
import { examplePassword, newCustomer } from './customer.ts';
import { test } from './demo.ts';
import { button, fact, open, remember, typeAmount } from './phone.ts';
import { say, saying } from './saying.ts';

const main = (page: Page) => page.getByRole('main').filter({ visible: true });

async function confirmWithPassword(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: say('confirm.title') });
  await sheet.getByLabel(say('confirm.password')).fill(examplePassword);
  await sheet.getByRole('button', { name: say('confirm.confirm'), exact: true }).tap();
}

/** Buys for 60 USDT as a program would, and returns the server's answer. */
async function buyBy(request: APIRequestContext, { key, secret }: { key: string; secret: string }) {
  const sent = JSON.stringify({ symbol: 'BTC/USDT', side: 'buy', type: 'market', amount: '60' });
  const timeMs = Date.now();
  const bodyHash = createHash('sha256').update(sent).digest('hex');
  const text = [timeMs, 'POST', '/api/coin/trade', bodyHash, '', ''].join('\n');
  const response = await request.fetch('/api/coin/trade', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'candor-key': key,
      'candor-time': String(timeMs),
      'candor-signature': createHmac('sha256', secret).update(text).digest('hex'),
    },
    data: sent,
  });
  return (await response.json()) as { type: string; error?: string };
}

test('creates a key, confirms its order, and revokes it', async ({ page, request }) => {
  const { token } = await newCustomer(request);
  await remember(page, { token, language: 'en' });
  await open(page, '/pages/me/newIndex');
  await page.getByRole('link', { name: say('titles.apiKeys') }).tap();
  await expect(main(page).getByText(say('apiKeys.none'))).toBeVisible();
  await main(page)
    .getByRole('button', { name: say('apiKeys.create') })
    .tap();

  await button(page, say('apiKeys.make')).tap();
  await expect(main(page).getByText(say('apiKeys.problem.name'))).toBeVisible();
  await page.getByLabel(say('apiKeys.name')).fill('My bot');
  await main(page).getByText(say('apiKeys.limits'), { exact: true }).tap();
  await page.getByLabel(say('apiKeys.networks')).fill('not a network');
  await typeAmount(page, say('apiKeys.askAbove'), '50');
  await button(page, say('apiKeys.make')).tap();
  await expect(main(page).getByText(say('apiKeys.problem.networks'))).toBeVisible();
  await page.getByLabel(say('apiKeys.networks')).fill('127.0.0.0/8, ::1');
  await button(page, say('apiKeys.make')).tap();
  await confirmWithPassword(page);

  await expect(main(page).getByText(say('apiKeys.madeText'))).toBeVisible();
  const [key = '', secret = ''] = await main(page).locator('dd').allInnerTexts();
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(await buyBy(request, { key, secret })).toMatchObject({ error: 'api_order_waits' });
  await button(page, say('apiKeys.kept')).tap();
  await expect(fact(main(page), say('apiKeys.status'))).toHaveText(say('apiKeys.state.valid'));
  await expect(main(page).getByText(secret)).toHaveCount(0);

  await open(page, '/pages/me/apiKeys');
  await expect(main(page).getByText(saying('apiKeys.waiting.buy', { symbol: 'BTC/USDT' }))).toBeVisible();
  await button(page, say('apiKeys.waiting.review')).tap();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText(say('apiKeys.waiting.sentence'))).toBeVisible();
  await sheet.getByRole('button', { name: say('apiKeys.waiting.confirm') }).tap();
  await expect(main(page).getByText(say('apiKeys.waiting.title'))).toHaveCount(0);

  await main(page).getByText('My bot').tap();
  await button(page, say('apiKeys.revoke')).tap();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('apiKeys.revoke') })
    .tap();
  await confirmWithPassword(page);
  await expect(fact(main(page), say('apiKeys.status'))).toHaveText(say('apiKeys.state.revoked'));
  expect(await buyBy(request, { key, secret })).toMatchObject({ error: 'api_key_revoked' });
});
