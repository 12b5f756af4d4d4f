/** A short option, from an empty account to its result, and a payout that changes before the purchase. */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { Customer } from './customer.ts';
import { newCustomer } from './customer.ts';
import { test } from './demo.ts';
import { button, fact, open, remember, settled, typeAmount } from './phone.ts';
import { containing, say, saying } from './saying.ts';

const path = '/pages/index/index?product=option&symbol=BTC/USDT';

async function withMoney(customer: Customer, money: string): Promise<void> {
  await customer.call('POST wallet/transfer', {
    currency: 'USDT',
    from: 'spot',
    to: 'option',
    amount: money,
  });
}

/** The countdown may change at most this long after a whole second of the market, at the median. */
const LATE_MS = 400;
const WINDOWS_MAX = 3;

/**
 * The delay between a whole second of the market and the change of the countdown: the median of a few seconds. The countdown must
 * change in each of them.
 */
async function middleDelayMs(page: Page): Promise<number> {
  const late = await delaysMs(page);
  expect(late.length).toBeGreaterThanOrEqual(4);
  return late[Math.floor(late.length / 2)] ?? Number.POSITIVE_INFINITY;
}

/** Sorted from the shortest to the longest, over a few seconds. */
async function delaysMs(page: Page): Promise<number[]> {
  return page.getByRole('timer').evaluate(async (timer) => {
    const late: number[] = [];
    const seen = new MutationObserver(() => late.push(Date.now() % 1000));
    seen.observe(timer, { characterData: true, childList: true, subtree: true });
    await new Promise((resolve) => setTimeout(resolve, 5000));
    seen.disconnect();
    return late.toSorted((a, b) => a - b);
  });
}

test('sells an option, counts down to its expiry, and shows its result', async ({ page, request }) => {
  test.setTimeout(90_000);
  const customer = await newCustomer(request);
  await remember(page, { token: customer.token });
  await open(page, path);
  await expect(page.getByText(say('option.emptyTitle', { currency: 'USDT' }))).toBeVisible();
  await withMoney(customer, '100');
  await expect(page.getByText(say('spot.available', { amount: '100.00', currency: 'USDT' }))).toBeVisible();

  await typeAmount(page, say('tickets.stake'), '120');
  await expect(page.getByRole('alert')).toHaveText(saying('refusal.option_balance_insufficient'));
  await typeAmount(page, say('tickets.stake'), '12.5');
  await page.getByRole('radio', { name: '30 s' }).tap();
  await page.reload();
  await settled(page);
  await expect(page.getByRole('textbox', { name: say('tickets.stake') })).toHaveValue('12.5');
  const main = page.getByRole('main').filter({ visible: true });
  await expect(fact(main, say('tickets.wouldPay'))).toHaveText('22.50 USDT');
  await expect(fact(main, say('option.profit'))).toHaveText('10.00 USDT');
  await expect(fact(main, say('tickets.breakEven'))).toHaveText('55.6%');

  await button(page, say('option.side.up')).tap();
  const sheet = page.getByRole('dialog');
  await expect(
    sheet.getByText(saying('option.sentence.up', { stake: '12.50 USDT', symbol: 'BTC/USDT' })),
  ).toBeVisible();
  await expect(sheet.getByText(say('option.verifiable'))).toBeVisible();
  await button(page, say('option.confirm.up')).tap();
  await expect(sheet).toHaveCount(0);
  const card = page.getByRole('article').filter({ hasText: 'BTC/USDT' });
  await expect(card).toHaveText(containing('option.strikeAt'));
  await expect(card).toHaveText(
    new RegExp(['above', 'below', 'at'].map((where) => say(`option.now.${where}`)).join('|')),
  );
  // A busy machine may delay the page for some seconds, whereas a countdown out of step would be late in each of them.
  const middles: number[] = [];
  while (middles.length < WINDOWS_MAX && Math.min(...middles, LATE_MS) === LATE_MS)
    middles.push(await middleDelayMs(page));
  expect(Math.min(...middles)).toBeLessThan(LATE_MS);

  const ended = ['won', 'lost', 'tied', 'void'].map((how) => say(`option.result.${how}`));
  await expect(card).toHaveText(new RegExp(ended.join('|')), { timeout: 45_000 });
  const [ticket] = await customer.call('GET microtrade/lists', { limit: 1 });
  expect(ticket?.status).not.toBe('open');
  const words = {
    won: `${say('option.result.won')} +10.00 USDT`,
    lost: `${say('option.result.lost')} -12.50 USDT`,
    tied: say('option.result.tied'),
    void: say('option.result.void'),
    open: '-',
  };
  await expect(card).toContainText(words[ticket?.status ?? 'open']);
  const left = Number(formatAmount(amount('100') + amount(ticket?.pnl ?? '0'))).toFixed(2);
  await expect(page.getByText(say('spot.available', { amount: left, currency: 'USDT' }))).toBeVisible();

  await button(page, say('tickets.again')).tap();
  await expect(
    sheet.getByRole('heading', { name: say('option.title.up', { symbol: 'BTC/USDT' }) }),
  ).toBeVisible();
  await sheet.getByRole('button', { name: say('positions.close') }).tap();
  await button(page, say('option.dismiss')).tap();
  await expect(card).toHaveCount(0);
});

test('buys with one tap and without confirmation only if the customer has enabled that', async ({
  page,
  request,
}) => {
  const customer = await newCustomer(request);
  await withMoney(customer, '100');
  await remember(page, { token: customer.token });
  await open(page, path);
  await typeAmount(page, say('tickets.stake'), '10');
  await page.getByRole('switch', { name: say('option.oneTap') }).check();
  await button(page, say('tickets.side.down')).tap();
  await expect(page.getByRole('timer')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('reports a changed payout, and buys nothing without a new confirmation', async ({ page, request }) => {
  const customer = await newCustomer(request);
  await withMoney(customer, '100');
  await remember(page, { token: customer.token });
  await open(page, path);
  await typeAmount(page, say('tickets.stake'), '10');
  await button(page, say('option.side.up')).tap();
  const changed = {
    type: 'error',
    code: 0,
    error: 'payout_changed',
    message: '',
    params: { payout_ratio: '0.75' },
  };
  await page.route('**/api/microtrade/submit', (route) => route.fulfill({ json: changed }));
  await page.route('**/api/microtrade/seconds*', async (route) =>
    route.fulfill({
      json: {
        type: 'ok',
        code: 1,
        message: [{ seconds: 30, payout_ratio: '0.75', break_even_rate: '0.57142858' }],
      },
    }),
  );
  await button(page, say('option.confirm.up')).tap();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText(say('option.payoutChanged', { percent: '75' }))).toBeVisible();
  await expect(fact(sheet, say('tickets.wouldPay'))).toHaveText('17.50 USDT');
  expect(await customer.call('GET microtrade/lists', {})).toEqual([]);
});
