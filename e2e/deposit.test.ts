/** Deposits on the phone: the address, the proof with its image, recovery of unsent input, and cancelling. */
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { photo } from '@candor/testing/pictures.ts';
import { newCustomer } from './customer.ts';
import { test } from './demo.ts';
import { loseAnswers } from './lost-connection.ts';
import { button, fact, open, remember, settled, typeAmount } from './phone.ts';
import { say, saying } from './saying.ts';

const path = '/pages/order/charge';
const sent = (page: Page) => page.getByText(say('photo.kept'), { exact: true });

async function addProof(page: Page, seed: number): Promise<void> {
  const buffer = await photo(seed, { width: 900, height: 1600 });
  const file = { name: 'transfer.jpg', mimeType: 'image/jpeg', buffer };
  await page.getByLabel(say('photo.fileInput', { side: say('deposits.proof') })).setInputFiles(file);
}

async function begin(page: Page, request: Parameters<typeof newCustomer>[0], at: string) {
  const customer = await newCustomer(request);
  await remember(page, { token: customer.token });
  await open(page, at);
  return customer;
}

test('sends coins to an address, submits a proof with an image, and cancels the deposit', async ({
  page,
  request,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const customer = await begin(page, request, '/pages/me/newIndex');
  await page.getByRole('link', { name: say('titles.deposit') }).tap();
  await page.getByRole('radio', { name: 'USDT' }).tap();
  // Without a network, the address can't be shown yet.
  await expect(button(page, say('deposits.sent'))).toHaveCount(0);
  await page.getByRole('radio', { name: 'Tron (TRC-20)' }).tap();
  await expect(page.getByRole('img', { name: saying('deposits.qr', { currency: 'USDT' }) })).toBeVisible();
  const address = await fact(
    page.getByRole('main'),
    say('deposits.address', { currency: 'USDT' }),
  ).textContent();
  await button(page, say('deposits.copyAddress')).tap();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await button(page, say('deposits.sent')).tap();

  await expect(page.getByRole('heading', { name: say('titles.voucher') })).toBeVisible();
  await typeAmount(page, say('deposits.amountSent'), '5');
  await button(page, say('deposits.handIn')).tap();
  await expect(
    page.getByText(say('refusal.deposit_out_of_range', { min: '10 USDT', max: '1000000 USDT' })),
  ).toBeVisible();
  await expect(page.getByText(say('deposits.proofMissing'), { exact: true })).toBeVisible();
  await typeAmount(page, say('deposits.amountSent'), '250');
  await addProof(page, 701);
  await expect(sent(page)).toBeVisible();

  // The typed text and the uploaded image survive a reload.
  await page.reload();
  await settled(page);
  await expect(page.getByRole('textbox', { name: say('deposits.amountSent') })).toHaveValue('250');
  await expect(sent(page)).toBeVisible();
  await button(page, say('deposits.handIn')).tap();
  await expect(page.getByText(say('refusal.submitted_for_review'))).toBeVisible();
  await expect(page.getByRole('heading', { name: say('deposits.handedIn') })).toBeVisible();
  await expect(
    page.getByRole('listitem').filter({ hasText: say('deposits.step.under_review') }),
  ).toHaveAttribute('aria-current', 'step');
  const [deposit] = (await customer.call('GET chargelist/log', {})).items;
  expect(deposit).toMatchObject({ currency: 'USDT', network: 'tron', amount: '250', status: 'under_review' });

  await button(page, say('deposits.toList')).tap();
  await page.getByRole('button').filter({ hasText: '250 USDT' }).tap();
  await button(page, say('deposits.cancel')).tap();
  await button(page, say('deposits.cancelConfirm')).tap();
  await expect(page.getByText(say('deposits.cancelled'), { exact: true }).first()).toBeVisible();
  await expect(page.getByText(say('deposits.step.cancelled'))).toBeVisible();
  expect((await customer.call('GET chargelist/log', {})).items[0]?.reason).toBe('cancelled_by_customer');
});

test('shows a wire’s instructions line by line, and rejects an image that was used for an earlier deposit', async ({
  page,
  request,
}) => {
  const customer = await begin(page, request, path);
  await page.getByRole('radio', { name: 'EUR' }).tap();
  await expect(fact(page.getByRole('main'), say('deposits.line.reference'))).toHaveText(/^RF\d{2}/);
  await button(page, say('deposits.sent')).tap();
  await typeAmount(page, say('deposits.amountSent'), '100.5');
  await expect(page.getByText(saying('deposits.worthNow'))).toBeVisible();
  await addProof(page, 702);
  await expect(sent(page)).toBeVisible();
  await button(page, say('deposits.handIn')).tap();
  await expect(page.getByRole('heading', { name: say('deposits.handedIn') })).toBeVisible();

  // The proof's address opens it directly, with the method that was chosen last.
  await open(page, '/pages/uploadpayvoucher/index');
  await expect(page.getByText(say('deposits.wire')).filter({ visible: true })).toBeVisible();
  await typeAmount(page, say('deposits.amountSent'), '60');
  await addProof(page, 702);
  await expect(page.getByText(say('refusal.file_duplicate')).filter({ visible: true })).toBeVisible();
  await button(page, say('deposits.handIn')).tap();
  await expect(page.getByRole('textbox', { name: say('deposits.amountSent') })).toHaveValue('60');
  expect((await customer.call('GET chargelist/log', {})).items).toHaveLength(1);
});

test('sends a proof again if no answer arrived, and creates one deposit', async ({ page, request }) => {
  const customer = await begin(page, request, '/pages/uploadpayvoucher/index?currency=BTC&network=bitcoin');
  await typeAmount(page, say('deposits.amountSent'), '0.5');
  await addProof(page, 703);
  await expect(sent(page)).toBeVisible();
  const bringBack = await loseAnswers(page, '**/api/wallet/charge_req');
  await button(page, say('deposits.handIn')).tap();
  await expect(page.getByText(say('ui.networkFailed'))).toBeVisible();
  await bringBack();
  await button(page, say('deposits.handIn')).tap();
  await expect(page.getByRole('heading', { name: say('deposits.handedIn') })).toBeVisible();
  expect((await customer.call('GET chargelist/log', {})).items).toHaveLength(1);
});
