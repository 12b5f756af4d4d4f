/**
 * A customer's money in the records: every movement, opened as a journal; the orders that freeze a part of a wallet, and how to
 * release it; and the ledger as a file, which adds up to the figures on the screens.
 */
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { newCustomer } from './customer.ts';
import { test } from './demo.ts';
import { button, open, remember, settled } from './phone.ts';
import { containing, say } from './saying.ts';

test('shows the orders that freeze a wallet’s money, and the journal behind a record', async ({
  page,
  request,
}) => {
  const customer = await newCustomer(request);
  const resting = {
    symbol: 'BTC/USDT',
    side: 'buy',
    type: 'limit',
    quantity: '0.01',
    price: '999.9',
  } as const;
  await customer.call('POST coin/trade', resting);
  const move = { currency: 'USDT', from: 'spot', to: 'option', amount: '0.999' } as const;
  await customer.call('POST wallet/transfer', move);
  await remember(page, { token: customer.token, language: 'en' });

  await open(page, '/pages/me/newIndex');
  const main = page.getByRole('main').filter({ visible: true });
  await main.getByRole('link', { name: say('titles.wallets'), exact: true }).tap();
  await settled(page);
  await expect(main.getByText(say('wallets.chart.empty'))).toBeVisible();
  await main.getByRole('link', { name: /^USDT/ }).tap();
  await settled(page);

  // 0.999 is shown with all its decimals, neither rounded nor cut.
  await expect(main.getByText('0.999 USDT').first()).toBeVisible();
  const hold = main.getByRole('link', {
    name: containing('wallets.hold.spot_order', { symbol: 'BTC/USDT' }),
  });
  await expect(hold).toContainText('10.008999 USDT');
  await hold.tap();
  await settled(page);
  await button(page, say('orders.cancelOf', { order: 'BTC/USDT' })).tap();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('orders.confirmCancel') })
    .tap();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await button(page, say('ui.back')).tap();
  await expect(page.getByRole('heading', { name: `${say('titles.wallets')} USDT` })).toBeVisible();
  await expect(main.getByText(say('wallets.frozenBy'))).toHaveCount(0);

  await main.getByRole('link', { name: say('wallets.records') }).tap();
  await settled(page);
  const rows = main.getByRole('button').filter({ hasText: 'USDT' });
  await expect(rows).toHaveText([
    new RegExp(`${say('recordKinds.spot_release')}.*10\\.00 USDT`),
    new RegExp(`${say('recordKinds.transfer')}.*0\\.99 USDT`),
    new RegExp(`${say('recordKinds.spot_hold')}.*10\\.00 USDT`),
    new RegExp(
      String.raw`${say('recordKinds.demo_grant')}.*\+100,000\.00 USDT.*\+100\.00 USDT.*${say('account.accounts.experience')}`,
    ),
  ]);
  await rows.nth(1).tap();
  const journal = page.getByRole('dialog');
  await expect(journal).toContainText(say('records.means.moved'));
  await expect(journal).toContainText('-0.999 USDT');
  await expect(journal).toContainText('+0.999 USDT');
  await expect(journal).toContainText(say('records.noHouse'));
  await journal.getByRole('button', { name: say('ui.close') }).tap();

  await button(page, say('records.allGroups')).tap();
  await page.getByRole('option', { name: say('recordGroups.transfer') }).tap();
  await expect(rows).toHaveText([containing('recordKinds.transfer')]);
});

test('saves the ledger as plain-text accounting, with the same balances as the wallet', async ({
  page,
  request,
}) => {
  const customer = await newCustomer(request);
  await customer.call('POST wallet/transfer', {
    ...{ currency: 'USDT', from: 'spot', to: 'contract', amount: '1234.56789012' },
  });
  await remember(page, { token: customer.token, language: 'en' });
  await open(page, '/pages/order/finance');
  await button(page, say('records.save')).tap();
  const downloading = page.waitForEvent('download');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('chat.saveEvidence') })
    .tap();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^candor-\d{4}-\d\d-\d\d\.journal$/);
  const text = readFileSync(await download.path(), 'utf8');
  expect(text).toMatch(/customer:\d+:contract {2}0 USDT = 1234\.56789012 USDT/);
  expect(text).toMatch(/customer:\d+:spot {2}0 USDT = 98765\.43210988 USDT/);
});
