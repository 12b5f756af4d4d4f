/**
 * Explains a gate, and leads with one tap to the screen that resolves it: verification, a bank account, or self-imposed limits.
 * Typed input is kept until the customer returns.
 */
import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { newCustomer } from './customer.ts';
import { applyForVerification, bindAccount, operate } from './identity-screens.ts';
import { atRest, button, chooseFrom, open, remember, settled, typeAmount } from './phone.ts';
import { test } from './pushed-market.ts';
import { register } from './registering.ts';
import { containing, say } from './saying.ts';

const pair = '/pages/whdetail/index?symbol=EUR/USD';
const options = '/pages/index/index?product=option&symbol=BTC/USDT';

const daily = `${say('limits.kind.stake')}: ${say('limits.period.day')}`;

/** The sheet that names the required step. */
const inTheWay = (page: Page): Locator => page.getByRole('dialog', { name: say('resolving.title') });

async function goTo(page: Page, step: string): Promise<void> {
  await atRest(page);
  await inTheWay(page).getByRole('button', { name: step }).tap();
  await settled(page);
}

async function answerQuestions(page: Page): Promise<void> {
  await button(page, say('leverage.start')).tap();
  for (const answer of [
    ...[
      say('leverage.answer.knowledge.good'),
      say('leverage.answer.experience.one_to_three_years'),
      say('leverage.answer.loss_capacity.bearable'),
      say('leverage.answer.funds_source.savings'),
      say('leverage.answer.quiz_leverage.ten'),
    ],
    ...[
      say('leverage.answer.quiz_close_out.position_is_closed'),
      say('leverage.answer.quiz_gap.at_the_next_price'),
      say('leverage.answer.quiz_worst.the_margin'),
    ],
  ]) {
    await page.getByRole('radio', { name: answer, exact: true }).tap();
    await button(page, say('leverage.next')).tap();
  }
}

test('leads from leverage to verification and back, and from forex to the bank account and back', async ({
  page,
  market,
}) => {
  test.setTimeout(120_000);
  const account = await register(page);

  await test.step('keeps the leverage answers during verification', async () => {
    await open(page, '/pages/me/leverage');
    await answerQuestions(page);
    await button(page, say('leverage.send')).tap();
    await expect(inTheWay(page).getByText(say('refusal.verification_needed'))).toBeVisible();
    await goTo(page, say('resolving.step.verify'));
    await applyForVerification(page);
    await operate(market, 'rosa', ['kyc', 'approve', account]);
    await button(page, say('verification.backToTask')).tap();
    await expect(page.getByText(say('leverage.answer.funds_source.savings'))).toBeVisible();
    await button(page, say('leverage.send')).tap();
    await expect(page.getByText(say('leverage.state.submitted'))).toBeVisible();
  });

  await test.step('keeps the ticket while a bank account is added', async () => {
    await operate(market, 'ada', ['lever', 'approve', account]);
    await open(page, '/pages/me/transfer');
    await typeAmount(page, say('transfer.amount'), '500');
    await button(page, say('titles.transfer')).tap();
    await open(page, pair);
    await chooseFrom(page, say('opening.leverage'), '50×');
    await typeAmount(page, say('spot.quantity'), '0.05');
    await button(page, say('opening.open.long', { symbol: 'EUR/USD' })).tap();
    await button(page, say('opening.confirm.long')).tap();
    await expect(inTheWay(page)).toBeVisible();
    await goTo(page, say('resolving.step.bank_card'));
    await bindAccount(page);
    await expect(page.getByRole('textbox', { name: say('spot.quantity') })).toHaveValue('0.05');
    await expect(page.getByRole('combobox', { name: say('opening.leverage') })).toHaveText('50×');
    await button(page, say('opening.open.long', { symbol: 'EUR/USD' })).tap();
    await button(page, say('opening.confirm.long')).tap();
    await expect(
      page.getByRole('heading', {
        name: new RegExp(`^(${say('opening.openedTitle')}|${say('spot.waitingTitle')})$`),
      }),
    ).toBeVisible();
  });
});

async function setLimit(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${daily}`) }).tap();
  const sheet = page.getByRole('dialog', { name: daily });
  await atRest(page);
  await typeAmount(page, say('limits.amount'), amount);
  await sheet.getByRole('button', { name: say('limits.set') }).tap();
  await expect(sheet).toHaveCount(0);
}

/** Stakes an amount on a ticket that runs longer than this test. */
async function stake(page: Page, amount: string): Promise<void> {
  await page.getByRole('radio', { name: '5 min' }).tap();
  await typeAmount(page, say('tickets.stake'), amount);
  await button(page, say('option.side.up')).tap();
  await button(page, say('option.confirm.up')).tap();
}

test('applies a tighter self-imposed limit immediately and a looser one a day later, and starts a pause on request', async ({
  page,
  request,
}) => {
  const customer = await newCustomer(request);
  const money = { currency: 'USDT', from: 'spot', to: 'option', amount: '200' } as const;
  await customer.call('POST wallet/transfer', money);
  await remember(page, { token: customer.token, language: 'en' });
  const day = page.getByRole('button', { name: new RegExp(`^${daily}`) });

  await test.step('applies a tighter limit immediately and a looser one tomorrow', async () => {
    await open(page, '/pages/me/limits');
    await setLimit(page, '20');
    await expect(day).toContainText('20.00 USDT');
    await setLimit(page, '60');
    await expect(day).toContainText(/20\.00 USDT$/);
    await expect(day).toContainText(containing('limits.pendingTo', { amount: '60.00' }));
  });

  await test.step('rejects a stake beyond the limit with a message, and keeps the input', async () => {
    await open(page, options);
    await stake(page, '25');
    await expect(inTheWay(page)).toContainText(say('refusal.own_limit_reached', { left: '20' }));
    await goTo(page, say('resolving.step.limits'));
    await expect(day).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('textbox', { name: say('tickets.stake') })).toHaveValue('25');
    expect(await customer.call('GET microtrade/lists', {})).toEqual([]);
    await stake(page, '20');
    await expect(page.getByRole('timer')).toBeVisible();
    await open(page, '/pages/me/limits');
    await expect(day).toContainText(say('limits.used', { used: '20.00' }));
  });

  await test.step('requires a second confirmation for a pause, which closes no running ticket', async () => {
    await page.getByRole('button', { name: containing('limits.pause.kind.time_out') }).tap();
    await atRest(page);
    await button(page, say('limits.pause.days', { count: 3 })).tap();
    await button(page, say('limits.pause.next')).tap();
    await button(page, say('limits.pause.begin.time_out')).tap();
    await expect(page.getByText(say('limits.pause.running'))).toBeVisible();
    await open(page, options);
    await stake(page, '10');
    await expect(inTheWay(page)).toContainText(containing('refusal.timed_out'));
    await inTheWay(page)
      .getByRole('button', { name: say('ui.close') })
      .tap();
    await expect(inTheWay(page)).toHaveCount(0);
    await expect(page.getByRole('timer')).toBeVisible();
  });
});
