/** Applying for leverage, and moving money to trade with: answers survive a reload, can be reviewed, and are sent once. */
import { expect } from '@playwright/test';
import { newCustomer } from './customer.ts';
import { test } from './demo.ts';
import { verify } from './identity-screens.ts';
import { button, open, remember, settled, typeAmount } from './phone.ts';
import { containing, say } from './saying.ts';

test('submits a newcomer’s answers once the newcomer has reviewed them', async ({ page, request, demo }) => {
  const customer = await newCustomer(request);
  await verify(demo, customer);
  await remember(page, { token: customer.token, language: 'en' });
  await open(page, '/pages/me/leverage');
  await button(page, say('leverage.start')).tap();
  const choose = async (answer: string) => {
    await page.getByRole('radio', { name: answer, exact: true }).tap();
    await button(page, say('leverage.next')).tap();
  };
  await expect(button(page, say('leverage.choose'))).toHaveAttribute('aria-disabled', 'true');
  for (const answer of [
    say('leverage.answer.knowledge.good'),
    say('leverage.answer.experience.one_to_three_years'),
    say('leverage.answer.loss_capacity.bearable'),
  ])
    await choose(answer);

  await page.reload();
  await settled(page);
  await expect(page.getByText(say('leverage.step', { at: 4, of: 8 }))).toBeVisible();
  for (const answer of [
    say('leverage.answer.funds_source.borrowed'),
    say('leverage.answer.quiz_leverage.ten'),
    say('leverage.answer.quiz_close_out.position_is_closed'),
  ])
    await choose(answer);
  for (const answer of [
    say('leverage.answer.quiz_gap.at_the_next_price'),
    say('leverage.answer.quiz_worst.the_margin'),
  ])
    await choose(answer);

  // Changing one answer leads back to the review, which shows the change.
  await page
    .getByRole('button')
    .filter({ hasText: say('leverage.answer.funds_source.borrowed') })
    .tap();
  await choose(say('leverage.answer.funds_source.savings'));
  await expect(page.getByText(say('leverage.answer.funds_source.savings'))).toBeVisible();
  await button(page, say('leverage.send')).tap();
  await expect(page.getByText(say('leverage.state.submitted'))).toBeVisible();
  expect(await customer.call('GET lever/questionnaire', {})).toMatchObject({ state: 'submitted' });
});

test('transfers the typed amount between accounts, and never more than is available', async ({
  page,
  request,
}) => {
  const customer = await newCustomer(request);
  const usdt = async () =>
    (await customer.call('POST wallet/list', {})).find(({ currency }) => currency === 'USDT');
  await remember(page, { token: customer.token, language: 'en' });
  await open(page, '/pages/me/transfer');
  await typeAmount(page, say('transfer.amount'), '999999');
  await expect(page.getByRole('alert')).toContainText(containing('refusal.balance_insufficient'));
  await expect(button(page, say('transfer.problem.too_much'))).toHaveAttribute('aria-disabled', 'true');

  await typeAmount(page, say('transfer.amount'), '250.5');
  await button(page, say('transfer.submit')).tap();
  await expect(
    page.getByText(say('spot.available', { amount: '99,749.50', currency: 'USDT' })),
  ).toBeVisible();
  expect(await usdt()).toMatchObject({
    spot: { available: '99749.5' },
    contract: { available: '250.5' },
  });

  await button(page, say('transfer.swap')).tap();
  await button(page, say('withdrawals.all')).tap();
  await button(page, say('transfer.submit')).tap();
  await expect(page.getByText(say('spot.available', { amount: '0.00', currency: 'USDT' }))).toBeVisible();
  expect(await usdt()).toMatchObject({ spot: { available: '100000' }, contract: { available: '0' } });
});
