/**
 * Messages: a deposit is credited while the app is open, the bell counts the message, and a second device shows that it was read.
 */
import { expect } from '@playwright/test';
import { ownersUrl } from '../server/src/db/postgres-cluster.ts';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import type { Customer } from './customer.ts';
import { newCustomer } from './customer.ts';
import type { Demo } from './demo.ts';
import { test } from './demo.ts';
import { handInDeposit, transactionId } from './desk.ts';
import { button, open, remember } from './phone.ts';
import { containing, say, saying } from './saying.ts';

/** A reviewer approves the payment through the operators' API. */
async function credit(demo: Demo, { customer, id }: { customer: Customer; id: string }): Promise<void> {
  const { id: number } = await customer.call('GET user/info', {});
  const rosa = await openConsoleLine({ origin: demo.origin, url: await ownersUrl(demo.data) }, 'rosa');
  const of = { customer: number, id };
  const { amount, voucher_hash } = await rosa.done('GET deposit', of);
  await rosa.done('POST deposit_decide', {
    ...{ ...of, verdict: 'approve', amount, voucher_hash },
    ...{ reference: transactionId(), note: 'Found on the chain.' },
  });
}

test('counts and opens a message about a credited deposit, and marks it as read on a second device too', async ({
  page,
  browser,
  request,
  demo,
}) => {
  const customer = await newCustomer(request);
  const { id } = await handInDeposit(request, customer, {
    currency: 'USDT',
    network: 'tron',
    amount: '1234.5',
  });
  await remember(page, { token: customer.token });
  await open(page, '/');
  await expect(page.getByRole('link', { name: say('titles.messages'), exact: true })).toBeVisible();
  const tablet = await browser.newPage({ baseURL: demo.origin });
  await remember(tablet, { token: customer.token });
  await open(tablet, '/pages/me/messages');
  await expect(tablet.getByText(say('notifications.none'))).toBeVisible();

  await credit(demo, { customer, id });
  await expect(page.getByText(`${say('refusal.deposit_done')}: 1,234.5 USDT`)).toBeVisible();
  await expect(
    tablet.getByRole('link', {
      name: new RegExp(`${say('notice.deposit_credited.subject')}.*${say('notifications.unread')}`),
    }),
  ).toBeVisible();

  await page.getByRole('link', { name: say('ui.messagesUnread', { count: 1 }) }).tap();
  await page.getByRole('link', { name: containing('notice.deposit_credited.subject') }).tap();
  await expect(page.getByRole('article')).toContainText(
    say('notice.deposit_credited.text', { amount: '1,234.5', currency: 'USDT' }),
  );
  await expect(tablet.getByText(say('content.unread'))).toHaveCount(0);
  await open(tablet, '/');
  await expect(tablet.getByRole('link', { name: say('titles.messages'), exact: true })).toBeVisible();

  await page
    .getByRole('button', { name: say('notifications.open', { screen: say('titles.records') }) })
    .tap();
  await expect(page.getByRole('heading', { name: say('titles.records') })).toBeVisible();
  await tablet.context().close();
});

test('marks all messages as read together, and lets customers turn off only optional mail', async ({
  page,
  request,
}) => {
  const customer = await newCustomer(request);
  for (const kind of ['stake', 'loss'] as const) {
    await customer.call('POST user/limit_set', { kind, period: 'month', amount: '500000' });
  }
  await remember(page, { token: customer.token });
  await open(page, '/pages/me/messages');
  await expect(page.getByText(say('content.unread'))).toHaveCount(2);
  await page.getByRole('button', { name: say('notifications.markAll') }).tap();
  await expect(page.getByText(say('content.unread'))).toHaveCount(0);
  await expect(page.getByRole('button', { name: say('notifications.markAll') })).toHaveCount(0);

  await page.getByRole('button', { name: say('notifications.settings') }).tap();
  await expect(
    page.getByRole('switch', {
      name: `${say('settings.notices.topic.security')}: ${say('settings.notices.channel.email')}`,
    }),
  ).toBeDisabled();
  await page
    .getByRole('switch', {
      name: `${say('settings.notices.topic.account')}: ${say('settings.notices.channel.email')}`,
    })
    .tap();
  await expect
    .poll(async () => (await customer.call('GET user/notice_choices', {})).filter(({ enabled }) => !enabled))
    .toContainEqual({ topic: 'account', channel: 'email', enabled: false, fixed: false });
});

test('notifies the customer once about a price alert that was set on the chart', async ({
  page,
  request,
}) => {
  const customer = await newCustomer(request);
  await remember(page, { token: customer.token });
  await open(page, '/pages/kline/index?symbol=ETH/USDT');
  await button(page, say('alerts.titleOf', { symbol: 'ETH/USDT' })).tap();
  const sheet = page.getByRole('dialog');
  await expect(
    sheet.getByText(saying('alerts.tells.above')).or(sheet.getByText(saying('alerts.tells.below'))),
  ).toBeVisible();
  const price = (
    await sheet.getByRole('textbox', { name: say('market.column.price') }).inputValue()
  ).replaceAll(',', '');
  await sheet.getByRole('button', { name: say('alerts.set') }).tap();
  await expect(sheet).toHaveCount(0);
  // The next quotes move the price past the alert's, up or down.
  for (const direction of ['above', 'below'] as const) {
    await customer.call('POST price_alert', { symbol: 'ETH/USDT', price, direction });
  }
  await expect(page.getByText(`${say('notice.price_alert.subject')}: ETH/USDT`)).toBeVisible({
    timeout: 30_000,
  });
  await open(page, '/pages/me/messages');
  await page
    .getByRole('link', { name: containing('notice.price_alert.subject') })
    .first()
    .tap();
  await expect(page.getByRole('article')).toContainText(
    containing('notice.price_alert.text', { symbol: 'ETH/USDT' }),
  );
  await button(page, say('notifications.open', { screen: say('titles.chart') })).tap();
  await expect(page.getByRole('heading', { name: 'ETH/USDT' })).toBeVisible();

  await customer.call('POST price_alert', { symbol: 'BTC/USDT', price: '9000000' });
  await open(page, '/pages/me/messages');
  await page.getByRole('link', { name: say('titles.priceAlerts') }).tap();
  await expect(page.getByText(say('alerts.above', { price: '9,000,000.00' }))).toBeVisible();
  await button(page, say('alerts.delete', { symbol: 'BTC/USDT', price: '9,000,000.00' })).tap();
  await expect(page.getByText(say('alerts.above', { price: '9,000,000.00' }))).toHaveCount(0);
});
