/** Leveraged orders that wait, on the phone: a stop order is changed, and a position gets an order that closes it at a price. */
import { expect } from '@playwright/test';
import { exampleCustomer, quoteOf } from './customer.ts';
import { open, remember } from './phone.ts';
import { say } from './saying.ts';
import { test } from './demo.ts';

test('changes an order that waits for a stop, and closes a part of a position at a price', async ({
  page,
  request,
}) => {
  const trader = await exampleCustomer(request, 1);
  await trader.call('POST lever/dealall', {});
  await trader.call('POST lever/cancel_all', {});
  await trader.call('POST wallet/transfer', {
    currency: 'USDT',
    from: 'spot',
    to: 'contract',
    amount: '5000',
  });
  const { bid } = await quoteOf(request, 'BTC/USDT');
  const part = (share: number) => `${Math.floor(Number.parseInt(bid, 10) * share)}`;
  const order = { symbol: 'BTC/USDT', side: 'long', quantity: '0.02', leverage: 10 } as const;
  await trader.call('POST lever/submit', { ...order, type: 'market' });
  await trader.call('POST lever/submit', { ...order, type: 'stop', price: part(1.2) });
  await remember(page, { token: trader.token, language: 'en' });
  await open(page, '/pages/order/contract');
  const sheet = page.getByRole('dialog');

  await test.step('closes a part of the position at a price', async () => {
    await page.getByRole('article').getByRole('button').first().tap();
    await sheet.getByRole('button', { name: say('positions.closeAt') }).tap();
    await sheet.getByRole('textbox', { name: say('positions.limitPrice') }).fill(part(1.5));
    await page.keyboard.press('Enter');
    await sheet.getByRole('textbox', { name: say('positions.orderQuantity') }).fill('0.005');
    await page.keyboard.press('Enter');
    await sheet.getByRole('button', { name: say('positions.placeOrder') }).tap();
    await expect(sheet).toBeHidden();
  });

  await test.step('changes the stop order', async () => {
    await page.getByRole('tab', { name: say('positions.tab.in_transaction') }).tap();
    await expect(page.getByText(say('positions.close'), { exact: true })).toBeVisible();
    await page
      .getByRole('button')
      .filter({ hasText: say('positions.side.long') })
      .first()
      .tap();
    await sheet.getByRole('button', { name: say('positions.amend') }).tap();
    await sheet.getByRole('textbox', { name: say('spot.stopPrice') }).fill(part(1.3));
    await page.keyboard.press('Enter');
    await sheet.getByRole('button', { name: say('positions.amend') }).tap();
    await expect(sheet).toBeHidden();
    const { items } = await trader.call('POST lever/my_trade', { status: 'in_transaction' });
    expect(
      items.map(({ type, price, quantity, reduces }) => [type, price, quantity, reduces !== undefined]),
    ).toEqual([
      ['limit', part(1.5), '0.005', true],
      ['stop', part(1.3), '0.02', false],
    ]);
  });
});
