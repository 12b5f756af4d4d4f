/**
 * A first leveraged position: its cost is shown in advance, a refusal appears at its field, input survives a reload, the charge
 * is as announced, and the position is displayed.
 */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { exampleCustomer, newCustomer } from './customer.ts';
import { test } from './demo.ts';
import { button, chooseFrom, fact, figureIn, open, remember, settled, typeAmount } from './phone.ts';
import { say, saying } from './saying.ts';

const contracts = '/pages/index/index?product=contract&symbol=ETH/USDT';

const ticketOf = (page: Page): Locator => page.getByRole('main').filter({ visible: true });

test('shows a newcomer the cost of a position and how to get permission', async ({ page, request }) => {
  const customer = await newCustomer(request);
  await remember(page, { token: customer.token, language: 'en' });
  await open(page, contracts);
  await page.getByRole('textbox', { name: say('positions.quantity') }).fill('1');
  await page.keyboard.press('Enter');
  await expect(button(page, say('opening.notEnabledReason'))).toHaveAttribute('aria-disabled', 'true');
  await expect(fact(ticketOf(page), say('opening.closeOut'))).toHaveText(/USDT/);
  await button(page, say('opening.toQuestionnaire')).tap();
  await expect(page).toHaveURL(/#\/pages\/me\/leverage/);
});

test('opens a position at the announced cost, and shows it below the ticket', async ({ page, request }) => {
  const trader = await exampleCustomer(request, 1);
  const contractMoney = async () =>
    amount((await trader.call('POST lever/deal', { symbol: 'ETH/USDT' })).account.available);
  await remember(page, { token: trader.token, language: 'en' });
  await open(page, contracts);
  await expect(page.getByText(say('opening.emptyTitle'))).toBeVisible();
  await trader.call('POST wallet/transfer', {
    currency: 'USDT',
    from: 'spot',
    to: 'contract',
    amount: '500',
  });
  // The transfer appears on the device without a reload.
  await expect(page.getByText(say('spot.available', { amount: '500.00', currency: 'USDT' }))).toBeVisible();

  await chooseFrom(page, say('opening.leverage'), '10×');
  await typeAmount(page, say('positions.quantity'), '40');
  await expect(page.getByRole('alert')).toHaveText(saying('refusal.margin_insufficient'));
  await expect(button(page, say('opening.check.quantity'))).toBeVisible();
  await typeAmount(page, say('positions.quantity'), '0.5');
  await button(page, say('spot.advanced')).tap();
  await typeAmount(page, say('opening.stop'), '1');
  await page.reload();
  await settled(page);
  await expect(page.getByRole('textbox', { name: say('positions.quantity') })).toHaveValue('0.5');
  await expect(page.getByRole('textbox', { name: say('opening.stop') })).toHaveValue('1');
  await expect(page.getByRole('combobox', { name: say('opening.leverage') })).toHaveText('10×');
  const previewed = await figureIn(fact(ticketOf(page), say('opening.margin')));

  await button(page, say('opening.open.long', { symbol: 'ETH/USDT' })).tap();
  const sheet = page.getByRole('dialog');
  await expect(
    sheet.getByText(saying('opening.sentence.market.long', { quantity: '0.5 ETH', symbol: 'ETH/USDT' })),
  ).toBeVisible();
  await expect(sheet.getByText(saying('opening.closeOutAt.long'))).toBeVisible();
  await button(page, say('opening.confirm.long')).tap();
  await expect(sheet.getByRole('heading', { name: say('opening.openedTitle') })).toBeVisible();
  await expect(fact(sheet, say('positions.tapeEntry'))).toHaveText(/ETH\/USDT #\d+/);
  const margin = await figureIn(fact(sheet, say('opening.margin')));
  // The market moves between preview and opening, so prices within one hundredth count as equal.
  expect((margin - previewed) * 100n).toBeLessThan(previewed);
  expect((previewed - margin) * 100n).toBeLessThan(previewed);
  const left = await contractMoney();
  expect(left).toBeLessThan(amount('500') - margin + amount('0.01'));
  await sheet.getByRole('button', { name: say('positions.done') }).tap();

  const shown = say('spot.available', {
    amount: formatAmount(left - (left % amount('0.01'))),
    currency: 'USDT',
  });
  await expect(page.getByText(shown)).toBeVisible();
  await expect(page.getByText(say('positions.openOn', { symbol: 'ETH/USDT', count: 1 }))).toBeVisible();
  // The ticket clears the order that was opened, and keeps the other settings.
  await expect(page.getByRole('textbox', { name: say('positions.quantity') })).toHaveValue('');
  await expect(page.getByRole('combobox', { name: say('opening.leverage') })).toHaveText('10×');
});

test('keeps the instrument of each product when the customer switches between them', async ({ page }) => {
  const shown = (symbol: string) =>
    expect(button(page, say('spot.switchInstrument', { symbol }))).toBeVisible();
  const product = (name: string) => page.getByRole('tab', { name: say(`opening.product.${name}`) });
  await open(page, '/pages/index/index?product=contract&symbol=SOL/USDT');
  // Visitors see what a position would cost.
  await typeAmount(page, say('spot.quantity'), '2');
  await expect(fact(ticketOf(page), say('opening.margin'))).toHaveText(/USDT/);
  await product('spot').tap();
  await expect(page.getByRole('textbox', { name: say('spot.amount') })).toBeVisible();
  await shown('BTC/USDT');
  await product('forex').tap();
  await shown('EUR/USD');
  await product('contract').tap();
  await shown('SOL/USDT');
});

test('sizes, funds and reviews a position within the keypad on a small phone', async ({ page, request }) => {
  const trader = await exampleCustomer(request);
  const { available } = (await trader.call('POST lever/deal', { symbol: 'ETH/USDT' })).account;
  const back = { currency: 'USDT', from: 'contract', to: 'spot', amount: available } as const;
  if (amount(available) > 0n) await trader.call('POST wallet/transfer', back);
  await page.setViewportSize({ width: 360, height: 640 });
  await remember(page, { token: trader.token, language: 'en' });
  await open(page, contracts);
  const field = page.getByRole('textbox', { name: say('spot.quantity') });
  await field.tap();
  const keypad = page.getByRole('region', { name: say('ui.keypad') });
  for (const key of '0.5') await keypad.getByRole('button', { name: key, exact: true }).tap();
  await expect(fact(keypad, say('opening.margin'))).toHaveText(/USDT/);
  // The typed amount stays above the keypad, and the contents of the keypad appear nowhere else.
  await expect
    .poll(async () => {
      const [typed, pad] = [await field.boundingBox(), await keypad.boundingBox()];
      return typed !== null && pad !== null && typed.y + typed.height <= pad.y;
    })
    .toBe(true);
  const offer = page.getByRole('button', { name: saying('opening.topUp') });
  await expect(offer).toHaveCount(1);
  await offer.tap();
  await expect(keypad.getByRole('button', { name: say('spot.max') })).toBeVisible();
  await button(page, say('opening.open.long', { symbol: 'ETH/USDT' })).tap();
  await expect(page.getByRole('dialog').getByText(saying('opening.sentence.market.long'))).toBeVisible();
  await expect(keypad).toHaveCount(0);
});
