/**
 * The expiry and the protection of orders, on the phone: a leveraged order with an expiry, a post-only one and one that fills
 * immediately or not at all; a purchase with a stop loss alone; and changes of an order's expiry and distance.
 */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { exampleCustomer, newCustomer, quoteOf } from './customer.ts';
import { test } from './demo.ts';
import { button, chooseFrom, fact, open, remember, settled, typeAmount } from './phone.ts';
import { containing, say, saying } from './saying.ts';

const BTC = 'BTC/USDT';
/** The time in two days, in the format of a local date and time field. */
const inTwoDays = (): string => {
  const ms = Date.now() + 2 * 86_400_000;
  return new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};
const endOf = (page: Page, text: string) => page.evaluate((local) => new Date(local).getTime(), text);

/** A price in whole USDT. */
async function priceAt(request: APIRequestContext, percent: bigint): Promise<string> {
  const { ask } = await quoteOf(request, BTC);
  const one = amount('1');
  return formatAmount(((amount(ask) * percent) / 100n / one) * one);
}

async function confirms(page: Page, label: string, title: string): Promise<void> {
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: label }).tap();
  await expect(sheet.getByRole('heading', { name: title })).toBeVisible();
  await sheet.getByRole('button', { name: say('spot.done') }).tap();
  await expect(sheet).toHaveCount(0);
}

test('opens leveraged orders with an expiry, post-only orders, and immediate orders', async ({
  page,
  request,
}) => {
  const trader = await exampleCustomer(request, 1);
  await trader.call('POST lever/dealall', {});
  await trader.call('POST lever/cancel_all', {});
  await trader.call('POST wallet/transfer', {
    ...{ currency: 'USDT', from: 'spot', to: 'contract', amount: '5000' },
  });
  const [low, high, end] = [await priceAt(request, 80n), await priceAt(request, 120n), inTwoDays()];
  await remember(page, { token: trader.token, language: 'en' });
  await open(page, `/pages/index/index?product=contract&symbol=${BTC}`);
  const opens = button(page, say('opening.open.long', { symbol: BTC }));
  const sheet = page.getByRole('dialog');
  await chooseFrom(page, say('spot.type'), say('spot.limit'));
  await button(page, say('spot.advanced')).tap();

  await test.step('reports that a post-only order would fill immediately', async () => {
    await page.getByRole('switch', { name: say('spot.postOnly') }).check();
    await typeAmount(page, say('spot.limitPrice'), high);
    await typeAmount(page, say('spot.quantity'), '0.01');
    await expect(page.getByText(saying('refusal.post_only_would_fill')).first()).toBeVisible();
  });
  await test.step('places a post-only order with an expiry and a name', async () => {
    await typeAmount(page, say('spot.limitPrice'), low);
    await page.getByRole('radio', { name: say('spot.term.GTD') }).tap();
    await page.getByLabel(say('spot.untilLabel')).fill(end);
    await page.getByLabel(say('spot.ownName')).fill('far:1');
    await opens.tap();
    await expect(sheet.getByText(say('spot.sentence.waitsOnly'))).toBeVisible();
    await expect(sheet.getByText(saying('spot.sentence.until'))).toBeVisible();
    await expect(fact(sheet, say('spot.ownName'))).toHaveText('far:1');
    await confirms(page, say('opening.confirm.long'), say('spot.restingTitle'));
    const { items } = await trader.call('POST lever/my_trade', { status: 'in_transaction' });
    expect(
      items.map((one) => [one.price, one.time_in_force, one.expires_at, one.post_only, one.client_order_id]),
    ).toEqual([[low, 'GTD', await endOf(page, end), true, 'far:1']]);
  });
  await test.step('fills an immediate order whose limit is already reached, at the current price', async () => {
    await page.getByRole('radio', { name: say('spot.term.IOC') }).tap();
    await typeAmount(page, say('spot.quantity'), '0.01');
    await expect(page.getByText(saying('spot.problem.limit_not_reached')).first()).toBeVisible();
    await typeAmount(page, say('spot.limitPrice'), high);
    await opens.tap();
    await expect(sheet.getByText(saying('opening.sentence.now.long'))).toBeVisible();
    await expect(sheet.getByText(saying('spot.fillsAtOnceNow'))).toHaveCount(0);
    await sheet.getByRole('button', { name: say('opening.confirm.long') }).tap();
    await expect(sheet.getByRole('heading', { name: say('opening.openedTitle') })).toBeVisible();
    const { items } = await trader.call('POST lever/my_trade', { status: 'holding' });
    expect(items.map(({ time_in_force: force, worst_price: worst }) => [force, worst])).toEqual([
      ['IOC', high],
    ]);
  });
});

test('protects a purchase by a stop loss alone', async ({ page, request }) => {
  const customer = await newCustomer(request);
  const [low, lower] = [await priceAt(request, 80n), await priceAt(request, 75n)];
  await remember(page, { token: customer.token, language: 'en' });
  await open(page, `/pages/index/index?product=spot&symbol=${BTC}`);
  await chooseFrom(page, say('spot.type'), say('spot.limit'));
  await button(page, say('spot.advanced')).tap();
  await typeAmount(page, say('spot.stopLoss'), lower);
  await typeAmount(page, say('spot.limitPrice'), low);
  await typeAmount(page, say('spot.quantity'), '0.01');
  await button(page, say('spot.buyBase', { base: 'BTC' })).tap();
  await expect(page.getByRole('dialog').getByText(containing('spot.sentence.bracketGuard'))).toBeVisible();
  await confirms(page, say('spot.confirmBuy'), say('spot.restingTitle'));
  const [order] = (await customer.call('GET coin/list', { status: 'in_transaction' })).items;
  expect([order?.take_profit, order?.stop_loss]).toEqual([undefined, lower]);
});

test('changes the distance of a trailing stop, then its expiry, and removes the expiry', async ({
  page,
  request,
}) => {
  const customer = await newCustomer(request);
  const order = {
    symbol: BTC,
    side: 'buy',
    type: 'trailing_stop',
    quantity: '0.01',
    trailing_bps: 2000,
  } as const;
  const { id } = await customer.call('POST coin/trade', order);
  const listed = async () => (await customer.call('GET coin/list', { status: 'in_transaction' })).items[0];
  const before = await listed();
  const end = inTwoDays();
  await remember(page, { token: customer.token, language: 'en' });
  await open(page, '/pages/order/trade');
  await settled(page);
  const sheet = page.getByRole('dialog');
  const changes = async () => {
    await page
      .getByRole('main')
      .filter({ visible: true })
      .getByRole('button')
      .filter({ hasText: say('orders.kind.trailing_stop.buy') })
      .tap();
    await button(page, say('orders.amend')).tap();
  };
  const saves = async () => {
    await button(page, say('orders.amendConfirm')).tap();
    await expect(sheet).toHaveCount(0);
  };

  await changes();
  await typeAmount(page, say('spot.trailing'), '25');
  await expect(sheet.getByText(saying('spot.sentence.trailing_stop.buy'))).toBeVisible();
  await saves();
  const trailed = await listed();
  expect([trailed?.id, trailed?.trailing_bps]).toEqual([id, 2500]);
  expect(trailed?.trailing_from_seq).toBeGreaterThan(before?.trailing_from_seq ?? Number.MAX_SAFE_INTEGER);

  await changes();
  await sheet.getByLabel(say('positions.endsAt')).fill(end);
  await expect(sheet.getByText(containing('orders.amendTrails'))).toBeVisible();
  await saves();
  const ending = await listed();
  expect([ending?.expires_at, ending?.trailing_from_seq]).toEqual([
    await endOf(page, end),
    trailed?.trailing_from_seq,
  ]);

  await changes();
  await sheet.getByLabel(say('positions.endsAt')).fill('');
  await saves();
  expect((await listed())?.expires_at).toBeNull();
});
