/**
 * The fund on the phone: joining, the first payment, leaving early with the announced fee, and earnings from inviting a friend.
 */
import type { Page } from '@playwright/test';
import { expect, request as requests } from '@playwright/test';
import type { Customer } from './customer.ts';
import { newCustomer } from './customer.ts';
import type { Demo } from './demo.ts';
import { test } from './demo.ts';
import { operate, verify } from './identity-screens.ts';
import { atRest, button, fact, figureIn, open, remember, settled, tab, typeAmount } from './phone.ts';
import { say, saying } from './saying.ts';

/** Advances the market's time. Due work follows within seconds, including a day's slots of the strategy. */
async function pass(demo: Demo, step: 'hour' | 'day'): Promise<void> {
  await operate(demo, 'ada', ['clock', 'forward', step, '--note', 'for the test']);
}
const SOON = { timeout: 60_000 };
const OPENS_WITHIN_DAYS = 10;

test.use({ leavesBehind: 'a clock set forward by days' });

/** An order is accepted automatically within a minute, so an hour is long enough. */
async function inProgress(demo: Demo, customer: Customer): Promise<void> {
  await pass(demo, 'hour');
  await expect
    .poll(async () => {
      const { items } = await customer.call('GET lh/deposit/order', {});
      return items.map(({ status }) => status);
    }, SOON)
    .not.toContain('pending');
}

/** Lets days pass while the fund is closed, as it is after a day whose minimum rate the strategy could not cover. */
async function untilOpen(demo: Demo, customer: Customer): Promise<void> {
  const published = async () => (await customer.call('GET transparency/fund', {})).days[0]?.day;
  const isOpen = async () =>
    (await customer.call('GET lh/deposit/config', {})).tiers.every(({ open: takes }) => takes);
  for (let days = 0; days < OPENS_WITHIN_DAYS && !(await isOpen()); days += 1) {
    const before = await published();
    await pass(demo, 'day');
    await expect.poll(published, SOON).not.toBe(before);
  }
}

async function hand(page: Page, { range, amount }: { range: string; amount: string }): Promise<void> {
  await page.getByRole('link', { name: range }).tap();
  await settled(page);
  await typeAmount(page, say('fund.amount'), amount);
  await button(page, say('fund.join')).tap();
  const sheet = page.getByRole('dialog', { name: say('fund.joinTitle') });
  await atRest(page);
  await expect(sheet.getByText(say('fund.estimatedShort'))).toBeVisible();
  await sheet.getByRole('button', { name: say('fund.joinConfirm') }).tap();
  await expect(page.getByRole('heading', { name: say('titles.fundOrders') })).toBeVisible();
  await settled(page);
}

test('lets a customer join, pays the first day, and charges the announced fee for leaving early', async ({
  page,
  request,
  demo,
}) => {
  test.setTimeout(300_000);
  const customer = await newCustomer(request);
  await verify(demo, customer);
  await remember(page, { token: customer.token });
  await open(page, '/');
  await tab(page, say('titles.fund')).tap();
  await settled(page);
  await expect(page.getByText(say('fund.estimated'), { exact: true })).toBeVisible();

  await test.step('shows the terms of the tier to which the amount belongs', async () => {
    await page.getByRole('link', { name: /500–5,000/ }).tap();
    await settled(page);
    await typeAmount(page, say('fund.amount'), '5000');
    await expect(page.getByText(say('fund.otherTier', { range: '5,000–50,000 USDT' }))).toBeVisible();
    await expect(page.getByRole('heading', { name: '5,000–50,000 USDT' })).toBeVisible();
    await expect(button(page, say('fund.join'))).toBeEnabled();
    await page.goBack();
    await settled(page);
  });

  await test.step('accepts the order, and freezes the money for the order’s days', async () => {
    await hand(page, { range: '5,000–50,000', amount: '6000' });
    await inProgress(demo, customer);
    await expect(page.getByText(say('fund.status.in_progress'), { exact: true }).last()).toBeVisible(SOON);
  });

  await test.step('pays the published rate a day later', async () => {
    await pass(demo, 'day');
    await expect
      .poll(async () => (await customer.call('GET lh/deposit/records', {})).items.length, SOON)
      .toBe(1);
    const [payment] = (await customer.call('GET lh/deposit/records', {})).items;
    const published = await customer.call('GET transparency/fund', {});
    const day = published.days.find((one) => one.day === payment?.day);
    expect(day?.rates.find((one) => one.project_id === '2')?.rate).toBe(payment?.rate);
    await page.reload();
    await settled(page);
    await page.getByRole('button', { name: /6,000\.00/ }).tap();
    const sheet = page.getByRole('dialog', { name: saying('fund.orderOf') });
    await atRest(page);
    await expect(sheet.getByText(say('fund.dayNumber', { number: 1 }), { exact: true })).toBeVisible();
    // The order started during that day, and is paid for the rest of it.
    expect(payment?.part_ms).toBeLessThan(86_400_000);
    await expect(sheet.getByText(saying('fund.partOfDay'))).toBeVisible();
    const income = await figureIn(fact(sheet, say('fund.income')));
    expect(income).toBeGreaterThanOrEqual(0n);
    await expect(fact(sheet, say('fund.days'))).toHaveText(say('fund.dayOf', { paid: 1, of: 3 }));
  });

  await test.step('returns the principal less one per cent after an early exit, and keeps the payments', async () => {
    const sheet = page.getByRole('dialog', { name: saying('fund.orderOf') });
    await sheet.getByRole('button', { name: say('fund.leave') }).tap();
    const asked = page.getByRole('dialog', { name: say('fund.leave') });
    await atRest(page);
    await expect(fact(asked, say('fund.feePaid'))).toHaveText('60.00 USDT');
    await expect(fact(asked, say('fund.comesBack'))).toHaveText('5,940.00 USDT');
    await asked.getByRole('button', { name: say('fund.leaveConfirm') }).tap();
    await expect(page.getByText(say('fund.none.in_progress'))).toBeVisible(SOON);
    await page.getByRole('tab', { name: say('fund.tab.finished') }).tap();
    await settled(page);
    await page.getByRole('button', { name: /6,000\.00/ }).tap();
    await atRest(page);
    await expect(page.getByText(say('fund.reason.terminated'))).toBeVisible();
  });

  await test.step('shows the strategy’s trades with both legs', async () => {
    await open(page, '/pages/strategy/index');
    await expect(page.getByText(saying('fund.leg.buy')).first()).toBeVisible();
    await expect(page.getByText(saying('fund.leg.sell')).first()).toBeVisible();
  });
});

test('pays the inviter a share of each payment to a friend who used the link', async ({
  page,
  request,
  demo,
  baseURL,
}) => {
  test.setTimeout(300_000);
  const inviter = await newCustomer(request);
  await verify(demo, inviter);
  await remember(page, { token: inviter.token });
  await open(page, '/pages/friend/index');
  const link = await page.getByText(/#\/pages\/register\/index\?invite=/).textContent();
  const { invite_code: code } = await inviter.call('GET user/invite', {});
  expect(link).toBe(`${baseURL}/#/pages/register/index?invite=${code}`);

  // The friend uses a second device, because an inviter earns nothing from a friend who shares theirs.
  const elsewhere = await requests.newContext(baseURL === undefined ? {} : { baseURL });
  const friend = await newCustomer(elsewhere, code);
  await verify(demo, friend);
  // The house pays from fees that it has already earned.
  await friend.call('POST coin/trade', {
    ...{ symbol: 'BTC/USDT', side: 'buy', type: 'market', amount: '30000', worst_price: '9999999' },
  });
  await untilOpen(demo, friend);
  await friend.call('POST lh/deposit', { amount: '6000' });
  await inProgress(demo, friend);

  // A day with a loss of the strategy brings no payment; three such days in a row are very unlikely.
  await expect
    .poll(
      async () => {
        await pass(demo, 'day');
        await new Promise((resolve) => setTimeout(resolve, 6000));
        return (await inviter.call('GET user/invite_earnings', {})).items.filter(
          ({ amount }) => amount !== '0',
        ).length;
      },
      { timeout: 200_000 },
    )
    .toBeGreaterThan(0);
  await page.reload();
  await settled(page);
  await expect(fact(page.locator('main'), say('referral.friends'))).toHaveText('1');
  expect(await figureIn(fact(page.locator('main'), say('referral.direct')))).toBeGreaterThan(0n);
  await expect(page.getByText(/^w\*\*\*/).first()).toBeVisible();
  await elsewhere.dispose();
});
