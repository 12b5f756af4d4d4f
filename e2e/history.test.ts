/**
 * A customer finds past orders by market, kind and period, finds the same choice after going back, and clears it; and sees what
 * held coins cost below the ticket.
 */
import { expect } from '@playwright/test';
import { newCustomer } from './customer.ts';
import { test } from './demo.ts';
import { button, fact, open, remember, settled } from './phone.ts';
import { containing, say } from './saying.ts';
import { choose, tapForSheet } from './screen-shot.ts';

test('filters past orders, keeps the filter after going back, and clears it', async ({ page, request }) => {
  const customer = await newCustomer(request);
  const buy = { side: 'buy', type: 'market' } as const;
  await customer.call('POST coin/trade', { ...buy, symbol: 'BTC/USDT', quantity: '0.01' });
  await customer.call('POST coin/trade', { ...buy, symbol: 'ETH/USDT', quantity: '0.1' });
  await customer.call('POST coin/trade', { from: 'BTC', to: 'ETH', amount: '0.005' });
  await remember(page, { token: customer.token, language: 'en' });
  await open(page, '/pages/me/newIndex');
  const main = page.getByRole('main').filter({ visible: true });
  await main.getByRole('link', { name: say('titles.orders'), exact: true }).tap();
  await settled(page);
  await page.getByRole('tab', { name: say('orders.tab.completed') }).tap();
  const rows = main.getByRole('button').filter({ hasText: say('orders.status.filled') });
  await expect(rows).toHaveCount(3);

  await test.step('filters by market, where a conversion appears under both of its coins', async () => {
    await choose(page, say('filters.allMarkets'), 'ETH/USDT');
    await expect(rows).toHaveCount(2);
    await choose(page, say('filters.allKinds'), say('spot.market'));
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('0.1 ETH');
  });
  await test.step('keeps the filter after a visit to another screen', async () => {
    await rows.tap();
    const receipt = page.getByRole('dialog');
    await receipt.getByRole('button', { name: say('chat.ask') }).tap();
    await settled(page);
    await expect(page.getByRole('heading', { name: say('titles.orders') })).toHaveCount(0);
    await page.goBack();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(button(page, 'ETH/USDT')).toBeVisible();
    await expect(rows).toHaveCount(1);
  });
  await test.step('filters by a period that ends before anything happened', async () => {
    await tapForSheet(page, say('filters.anyTime'));
    await page.getByLabel(say('filters.to')).fill('2020-01-31');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('filters.show') })
      .tap();
    await expect(page.getByText(say('filters.nothing'), { exact: true })).toBeVisible();
    await button(page, say('filters.clear')).last().tap();
    await expect(rows).toHaveCount(3);
  });
});

test('leads from transfers to their records', async ({ page, request }) => {
  const customer = await newCustomer(request);
  const move = { currency: 'USDT', from: 'spot', to: 'option', amount: '5' } as const;
  await customer.call('POST wallet/transfer', move);
  await remember(page, { token: customer.token, language: 'en' });
  await open(page, '/pages/me/transfer');
  await button(page, say('titles.records')).tap();
  await settled(page);
  const rows = page
    .getByRole('main')
    .filter({ visible: true })
    .getByRole('button')
    .filter({ hasText: 'USDT' });
  await expect(rows).toHaveText([containing('recordKinds.transfer')]);
});

test('shows the cost of held coins below the ticket, updated after a sale', async ({ page, request }) => {
  const customer = await newCustomer(request);
  await customer.call('POST coin/trade', {
    ...({ symbol: 'BTC/USDT', side: 'buy', type: 'market' } as const),
    quantity: '0.02',
  });
  await remember(page, { token: customer.token, language: 'en' });
  await open(page, '/pages/index/index?product=spot&symbol=BTC/USDT');
  const main = page.getByRole('main').filter({ visible: true });
  await expect(fact(main, say('coinCosts.quantity'))).toHaveText(/0\.02 BTC/);
  await expect(fact(main, say('coinCosts.average'))).toHaveText(/USDT/);
  await expect(fact(main, say('coinCosts.unrealised'))).toHaveText(/USDT.*%/);
  await expect(fact(main, say('coinCosts.realised'))).toHaveText(/0\.00 USDT/);
  await customer.call('POST coin/trade', {
    ...({ symbol: 'BTC/USDT', side: 'sell', type: 'market' } as const),
    quantity: '0.01',
  });
  await expect(fact(main, say('coinCosts.quantity'))).toHaveText(/0\.01 BTC/);
  await expect(fact(main, say('coinCosts.realised'))).not.toHaveText(/ 0\.00 USDT/);
});
