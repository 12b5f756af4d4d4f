/**
 * From registration to a filled trade: a newcomer registers, is granted play money, buys, waits for a limit order to fill,
 * converts and logs out.
 */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { Locator, Page, Response } from '@playwright/test';
import { expect } from '@playwright/test';
import { newCustomer } from './customer.ts';
import { test } from './demo.ts';
import { button, chooseFrom, fact, figureIn, open, remember, settled, tab, typeAmount } from './phone.ts';
import { register } from './registering.ts';
import { say, saying } from './saying.ts';

const limitQuantity = '0.01';
const limitTriesMax = 12;
const confirmedWithinMs = 60_000;
/** Roughly the distance that the price moves in the second or two that placing an order takes. */
const limitStep = amount('4');

/** The available amount of a coin on Account, which is opened and left again. */
async function availableOf(page: Page, currency: string): Promise<bigint> {
  await tab(page, say('titles.account')).tap();
  const row = page.getByRole('button', {
    name: new RegExp(`^${currency} (${say('account.available')}|${say('account.accounts.spot')})`),
  });
  await row.tap();
  const figure = await figureIn(
    fact(
      page.getByRole('main').filter({ visible: true }),
      say('account.accountAvailable', { account: say('account.accounts.spot') }),
    ),
  );
  await row.tap();
  return figure;
}

/** The figure on a screen that was open before follows the trade a moment later. */
async function expectAvailable(page: Page, currency: string, wanted: bigint): Promise<void> {
  await expect.poll(() => availableOf(page, currency)).toBe(wanted);
}

/**
 * Confirms a purchase, and sends it again while a busy server leaves it without an answer, as the sheet offers: it can only be
 * placed once.
 */
async function confirms(sheet: Locator, title: Locator): Promise<void> {
  await sheet.getByRole('button', { name: say('spot.confirmBuy') }).tap();
  const again = sheet.getByRole('button', { name: say('spot.sendAgain') });
  await expect(async () => {
    if (await again.isVisible()) await again.tap();
    await expect(title).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: confirmedWithinMs });
}

async function buyAtMarket(page: Page): Promise<bigint> {
  await tab(page, say('titles.trade')).tap();
  await typeAmount(page, say('spot.amount'), '2500');
  const ticket = page.getByRole('main').filter({ visible: true });
  await button(page, say('spot.details')).tap();
  // The preview and the charge follow the same rule, so the preview is shown before anything is sent.
  await expect(fact(ticket, say('spot.pay'))).toHaveText(/2,49\d\.\d\d USDT|2,500\.00 USDT/);
  await expect(fact(ticket, say('spot.worst'))).toHaveText(/USDT/);
  const previewed = await figureIn(fact(ticket, say('spot.get')));
  await button(page, say('spot.buyBase', { base: 'BTC' })).tap();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText(saying('spot.sentence.market.buy'))).toBeVisible();
  const answering = page.waitForResponse(
    async (one) =>
      one.url().endsWith('/api/coin/trade') && ((await one.json()) as { type: string }).type === 'ok',
    { timeout: confirmedWithinMs },
  );
  await confirms(sheet, sheet.getByRole('heading', { name: say('spot.filledTitle') }));
  await hasReceipt(await answering);
  const received = await figureIn(fact(sheet, say('orders.received')));
  // The market moves between preview and fill, so amounts within one tenth count as equal.
  expect(received * 10n).toBeGreaterThan(previewed * 9n);
  expect(await figureIn(fact(sheet, say('orders.paid')))).toBeLessThanOrEqual(2500n * 10n ** 8n);
  await expect(fact(sheet, say('orders.tapeEntry'))).toHaveText(/BTC\/USDT #\d+/);
  await sheet.getByRole('button', { name: say('orders.showEntry') }).tap();
  await expect(sheet.getByText(say('orders.matches.buy'))).toBeVisible();
  await showsReceipt(page, sheet);
  await sheet.getByRole('button', { name: say('spot.done') }).tap();
  await expect(sheet).toHaveCount(0);
  return received;
}

/** The device signed the order, and the platform answered with a receipt. */
async function hasReceipt(response: Response): Promise<void> {
  const { 'candor-order': signed } = response.request().headers();
  expect(signed).toMatch(/^BTC\/USDT\|\d+\|\d+\|[0-9a-f]{64}\|[0-9a-f]{128}$/);
  expect(response.headers()['candor-receipt']).toMatch(/^candor-receipts-v1\|/);
}

/** The proof says that this device signed the order, once the receipt is in the public log. */
async function showsReceipt(page: Page, sheet: Locator): Promise<void> {
  await sheet.getByRole('button', { name: say('proof.verify') }).tap();
  const proof = page.getByRole('dialog', { name: say('proof.title') });
  await expect(proof.getByText(saying('proof.receipt.logged'))).toBeVisible({ timeout: 40_000 });
  await expect(proof.getByText(say('proof.receipt.signed'))).toBeVisible();
  await proof.getByRole('button', { name: say('ui.close') }).tap();
  await expect(proof).toHaveCount(0);
}

async function placeLimit(page: Page, set: () => Promise<void>): Promise<'resting' | 'filled'> {
  await set();
  await page.getByRole('textbox', { name: say('spot.quantity') }).fill(limitQuantity);
  await page.keyboard.press('Enter');
  await button(page, say('spot.buyBase', { base: 'BTC' })).tap();
  const sheet = page.getByRole('dialog');
  const title = sheet.getByRole('heading', {
    name: new RegExp(`^(${say('spot.restingTitle')}|${say('spot.filledTitle')})$`),
  });
  await confirms(sheet, title);
  const filled = (await title.textContent()) === say('spot.filledTitle');
  await sheet.getByRole('button', { name: say('spot.done') }).tap();
  await expect(sheet).toHaveCount(0);
  return filled ? 'filled' : 'resting';
}

/** Whether an element appears within the given time. */
async function seen(place: Locator, withinMs: number): Promise<boolean> {
  return place.waitFor({ timeout: withinMs }).then(
    () => true,
    () => false,
  );
}

async function gone(place: Locator, withinMs: number): Promise<boolean> {
  return place.waitFor({ state: 'detached', timeout: withinMs }).then(
    () => true,
    () => false,
  );
}

/** Sets the limit below the bid by this amount, because a falling market would otherwise reach it before it is sent. */
async function limitBelowBid(page: Page, below: bigint): Promise<void> {
  await button(page, say('spot.atBid')).tap();
  if (below === 0n) return;
  const field = page.getByRole('textbox', { name: say('spot.limitPrice') });
  await field.fill(formatAmount(amount(await field.inputValue()) - below));
}

/**
 * Places limit buys near the bid, one more every few seconds, until the running market fills one of them. Whether it did is read in
 * the history: on a busy machine, the number of open orders may appear later than the order fills.
 */
async function limitFilledByMarket(page: Page): Promise<void> {
  await chooseFrom(page, say('spot.type'), say('spot.limit'));
  const heading = page.getByText(saying('orders.restingOn', { symbol: 'BTC/USDT' }));
  const exactly = (count: number) => heading.and(page.getByText(`(${count})`));
  let below = 0n;
  let atOnce = 0n;
  for (let tries = 1; tries <= limitTriesMax; tries += 1) {
    const placed = await placeLimit(page, () => limitBelowBid(page, below));
    if (placed === 'filled') {
      // The order filled immediately instead of resting.
      below += limitStep;
      atOnce += 1n;
      continue;
    }
    below = 0n;
    const resting = tries - Number(atOnce);
    if (await seen(exactly(resting), 3000)) await gone(exactly(resting), 3000);
    if ((await limitsFilled(page)) > atOnce) return;
  }
  throw new Error(`expected one of ${limitTriesMax} limit orders to fill while it rests, found none filled`);
}

async function cancelAll(page: Page): Promise<void> {
  const none = page.getByText(say('orders.restingOn', { symbol: 'BTC/USDT', count: 0 }));
  const cancel = page.getByRole('button', { name: say('orders.cancelOf', { order: 'BTC/USDT' }) }).first();
  // The market may fill the last order before it can be cancelled.
  while (!(await seen(none, 500))) if (await seen(cancel, 500)) await cancelFirst(page);
}

/** Filled limit orders in the history on the screen; one may have filled while it was being cancelled. */
async function limitsFilled(page: Page): Promise<bigint> {
  await page.getByRole('link', { name: say('orders.allOrders') }).tap();
  await page.getByRole('tab', { name: say('orders.tab.completed') }).tap();
  await settled(page);
  const orders = page.getByRole('main').filter({ visible: true }).getByRole('button');
  await expect(orders.filter({ hasText: say('orders.kind.market.buy') })).toHaveCount(1);
  const filled = await orders
    .filter({ hasText: say('orders.kind.limit.buy') })
    .filter({ hasText: say('spot.filledTitle') })
    .count();
  await button(page, say('ui.back')).tap();
  return BigInt(filled);
}

async function cancelFirst(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: say('orders.cancelOf', { order: 'BTC/USDT' }) })
    .first()
    .tap();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('orders.confirmCancel') })
    .tap();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

async function restAndCancel(page: Page): Promise<void> {
  const available = page.getByText(saying('spot.available', { currency: 'USDT' })).filter({ visible: true });
  const before = await available.textContent();
  expect(await placeLimit(page, () => typeAmount(page, say('spot.limitPrice'), '1000'))).toBe('resting');
  await expect(page.getByText(say('orders.restingOn', { symbol: 'BTC/USDT', count: 1 }))).toBeVisible();
  await expect(available).not.toHaveText(before ?? '');
  await cancelFirst(page);
  await expect(page.getByText(say('orders.status.cancelled'), { exact: true })).toBeVisible();
  await expect(page.getByText(say('orders.restingOn', { symbol: 'BTC/USDT', count: 0 }))).toBeVisible();
  await expect(available).toHaveText(before ?? '');
}

async function convertCoins(page: Page): Promise<void> {
  await tab(page, say('titles.account')).tap();
  await page.getByRole('link', { name: say('account.convert') }).tap();
  await typeAmount(page, say('convert.give'), '0.01');
  const screen = page.getByRole('main').filter({ visible: true });
  await expect(
    screen.getByRole('heading', { name: say('convert.leg.sell', { coins: '0.01 BTC' }) }),
  ).toBeVisible();
  await expect(screen.getByRole('heading', { name: saying('convert.leg.buy') })).toBeVisible();
  await button(page, say('convert.review')).tap();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: say('convert.confirm') }).tap();
  await expect(sheet.getByRole('heading', { name: say('convert.doneTitle') })).toBeVisible();
  await expect(
    sheet.getByRole('heading', { name: say('convert.leg.sell', { coins: '0.01 BTC' }) }),
  ).toBeVisible();
  await expect(sheet.getByRole('heading', { name: saying('convert.leg.buy') })).toBeVisible();
  await sheet.getByRole('button', { name: say('spot.done') }).tap();
  await button(page, say('ui.back')).tap();
}

async function readHistory(page: Page): Promise<void> {
  await page.getByRole('link', { name: say('account.orders'), exact: true }).tap();
  const main = page.getByRole('main').filter({ visible: true });
  await expect(main.getByText(say('orders.empty.in_transaction'))).toBeVisible();
  await page.getByRole('tab', { name: say('orders.tab.completed') }).tap();
  await settled(page);
  const orders = main.getByRole('button');
  await expect(
    orders.filter({ hasText: 'BTC → ETH' }).filter({ hasText: say('spot.filledTitle') }),
  ).toHaveCount(1);
  await expect(
    orders
      .filter({ hasText: say('orders.kind.limit.buy') })
      .filter({ hasText: say('orders.status.cancelled') })
      .first(),
  ).toBeVisible();
  await expect(
    orders
      .filter({ hasText: say('orders.kind.limit.buy') })
      .filter({ hasText: say('spot.filledTitle') })
      .first(),
  ).toBeVisible();
  await orders.filter({ hasText: say('orders.kind.market.buy') }).tap();
  await expect(fact(page.getByRole('dialog'), say('spot.filledTitle'))).toHaveText(/BTC/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await button(page, say('ui.back')).tap();
}

test('a newcomer registers, trades and logs out', async ({ page }) => {
  test.setTimeout(240_000);
  await test.step('registers and is granted 100,000 USDT', async () => {
    // The browser itself creates the Ed25519 key, so only a test in a browser shows that orders are signed.
    const signs = page.waitForResponse('**/api/receipts/device_key');
    await register(page);
    expect((await signs).status()).toBe(200);
    await expect(page.getByRole('region', { name: say('account.totalValue') })).toContainText('100,000');
    await expectAvailable(page, 'USDT', amount('100000'));
  });
  // A reload would lose this mark, so it proves that all of the following changes without a reload.
  await page.evaluate(() => void ((window as { sameLoad?: true }).sameLoad = true));
  const received = await test.step('buys BTC at market', () => buyAtMarket(page));
  await expectAvailable(page, 'BTC', received);
  await test.step('has limit orders filled by the running market', async () => {
    await tab(page, say('titles.trade')).tap();
    await limitFilledByMarket(page);
    await cancelAll(page);
    const filled = await limitsFilled(page);
    expect(filled).toBeGreaterThan(0n);
    await expectAvailable(page, 'BTC', received + filled * amount(limitQuantity));
  });
  await test.step('cancels a resting order', async () => {
    await tab(page, say('titles.trade')).tap();
    await restAndCancel(page);
  });
  await test.step('converts coin to coin', () => convertCoins(page));
  await test.step('finds all these orders in the history', () => readHistory(page));
  expect(await page.evaluate(() => (window as { sameLoad?: true }).sameLoad)).toBe(true);
  await test.step('logs out', async () => {
    await button(page, say('account.logOut')).tap();
    await expect(page.getByText(say('security.event.logout'))).toBeVisible();
    await expect(page.getByRole('heading', { name: say('account.logIn') })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('candor.session'))).not.toContain('token');
  });
});

test('reports a changed fee, and buys nothing without a new confirmation', async ({ page, request }) => {
  const customer = await newCustomer(request);
  await remember(page, { token: customer.token });
  await open(page, '/pages/index/index?product=spot&symbol=BTC/USDT');
  await typeAmount(page, say('spot.amount'), '100');
  await button(page, say('spot.buyBase', { base: 'BTC' })).tap();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText(say('spot.fee', { percent: '0.1' }))).toBeVisible();
  const params = { field: 'fee_rate', rate: '0.002' };
  const changed = { type: 'error', code: 0, error: 'terms_changed', message: '', params };
  const shown: unknown[] = [];
  await page.route('**/api/coin/trade', async (route) => {
    shown.push((route.request().postDataJSON() as { fee_rate?: string }).fee_rate);
    await route.fulfill({ json: changed });
  });
  await page.route('**/api/currency/quotation_new*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { message: { spot_fee_rate: string }[] };
    await route.fulfill({
      json: { ...body, message: body.message.map((row) => ({ ...row, spot_fee_rate: '0.002' })) },
    });
  });
  await sheet.getByRole('button', { name: say('spot.confirmBuy') }).tap();
  await expect(sheet.getByText(say('spot.termsChanged'))).toBeVisible();
  await expect(sheet.getByText(say('spot.fee', { percent: '0.2' }))).toBeVisible();
  await sheet.getByRole('button', { name: say('spot.confirmBuy') }).tap();
  await expect.poll(() => shown).toEqual(['0.001', '0.002']);
  expect((await customer.call('GET coin/list', {})).items).toEqual([]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
