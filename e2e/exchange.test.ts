/** Flash exchange on the phone: a firm price expires, is requested again, is accepted as shown, and is listed. */
import { amount } from '@candor/domain/money/amount.ts';
import { expect } from '@playwright/test';
import { exampleCustomer, newCustomer } from './customer.ts';
import { test } from './demo.ts';
import { askForPrice } from './exchange-screens.ts';
import { button, fact, figureIn, open, remember, typeAmount } from './phone.ts';
import { say, saying } from './saying.ts';

test('holds a price until it expires, requests a new one on a tap, and exchanges at the price shown', async ({
  page,
  request,
}) => {
  const customer = await exampleCustomer(request, 1);
  await customer.call('POST demo/start_over', {});
  await remember(page, { token: customer.token, language: 'en' });
  await open(page, '/pages/me/newIndex');
  await page.getByRole('link', { name: say('exchange.tabs') }).tap();
  const main = page.getByRole('main').filter({ visible: true });
  const held = async (currency: string) => {
    const wallets = await customer.call('POST wallet/list', {});
    return amount(wallets.find((wallet) => wallet.currency === currency)?.spot.available ?? '0');
  };
  const before = { USDT: await held('USDT'), BTC: await held('BTC') };

  // Until the countdown reaches zero, no new price is requested.
  let asked = 0;
  page.on('request', (sent) => (asked += sent.url().endsWith('/api/wallet/flash_quote') ? 1 : 0));
  await askForPrice(page, '250');
  await expect(main.getByText(say('exchange.expired'))).toBeVisible();
  await expect(main.getByRole('button', { name: saying('exchange.confirm') })).toHaveCount(0);
  expect([asked, await held('USDT')]).toEqual([1, before.USDT]);

  let shown = 0n;
  // On a busy machine the next price may expire too before it is accepted.
  await expect(async () => {
    await button(page, say('exchange.askAgain')).tap({ timeout: 2000 });
    await expect(main.getByText(saying('exchange.holds'))).toBeVisible();
    shown = await figureIn(fact(main, say('exchange.get')));
    expect(await figureIn(fact(main, say('exchange.fee')))).toBe(amount('0.5'));
    await main
      .getByRole('button', { name: saying('exchange.confirm', { given: '250 USDT' }) })
      .tap({ timeout: 5000 });
    await expect(main.getByRole('heading', { name: say('exchange.done') })).toBeVisible();
  }).toPass({ timeout: 60_000 });
  expect(await figureIn(fact(main, say('exchange.got')))).toBe(shown);
  expect((await held('BTC')) - before.BTC).toBe(shown);
  expect(before.USDT - (await held('USDT'))).toBe(amount('250'));
  await main.getByRole('button', { name: say('orders.showEntry') }).tap();
  await expect(main.getByText(say('orders.matches.buy'))).toBeVisible();

  await page.getByRole('tab', { name: say('exchange.tab.list') }).tap();
  // The newest exchange, because this example customer may have exchanged before.
  await main
    .getByRole('button')
    .filter({ hasText: say('exchange.pair', { from: 'USDT', to: 'BTC' }) })
    .first()
    .tap();
  expect(await figureIn(fact(page.getByRole('dialog'), say('exchange.got')))).toBe(shown);
});

test('discards the price when the amount changes, and reports an account without money', async ({
  page,
  request,
}) => {
  const customer = await exampleCustomer(request, 1);
  await remember(page, { token: customer.token, language: 'en' });
  await open(page, '/pages/me/exchange');
  const main = page.getByRole('main').filter({ visible: true });
  await askForPrice(page, '10');
  await page.getByRole('textbox', { name: say('exchange.amount') }).fill('11');
  await expect(main.getByRole('button', { name: saying('exchange.confirm') })).toHaveCount(0);
  await button(page, say('exchange.swap')).tap();
  await button(page, `${say('exchange.give')}: BTC`).tap();
  await page.getByRole('option', { name: 'LINK' }).tap();
  await expect(button(page, say('exchange.problem.nothing_there', { currency: 'LINK' }))).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test('reports, after too many unused prices, when the next one is available, and keeps the amount', async ({
  page,
  request,
}) => {
  const customer = await newCustomer(request);
  // Requested as by a program, because nobody taps so often.
  for (let turn = 0; turn < 30; turn += 1) {
    await customer.call('POST wallet/flash_quote', { from: 'USDT', to: 'ETH', amount: '10' });
  }
  await remember(page, { token: customer.token, language: 'en' });
  await open(page, '/pages/me/exchange');
  const main = page.getByRole('main').filter({ visible: true });
  await typeAmount(page, say('exchange.amount'), '42.5');
  await button(page, say('exchange.ask')).tap();
  const notice = main.getByText(saying('refusal.quotes_exhausted', { max: '30' }));
  await expect(notice).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: say('exchange.amount') })).toHaveValue('42.5');
  await expect(button(page, say('exchange.ask'))).toBeEnabled();
});
