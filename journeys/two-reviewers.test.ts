/** A large deposit, and a large loan, at two desks: the first approval credits nothing, whoever gave it is told why they cannot give the second, and the other one lets the money go. */
import { expect } from '@playwright/test';
import { newCustomer } from './customer.ts';
import { test } from './demo.ts';
import {
  applyForLoan,
  decision,
  handInDeposit,
  openDesk,
  openScreen,
  signIn,
  transactionId,
} from './desk.ts';
import { verify } from './identity-screens.ts';
import { open, remember } from './phone.ts';
import { say } from './saying.ts';

const amount = '12345.67';
const shownAmount = '12,345.67 USDT';

test('a large deposit is approved at one desk and credited at another, and its customer sees it then', async ({
  page,
  browser,
  request,
  demo,
}) => {
  const customer = await newCustomer(request);
  const payment = transactionId();
  const { id } = await handInDeposit(request, customer, {
    ...{ currency: 'USDT', network: 'tron', amount, reference: payment },
  });
  await remember(page, { token: customer.token });
  await open(page, '/pages/order/charge?tab=list');
  await expect(page.getByText(say('account.chip.identity.under_review'))).toBeVisible();
  const { id: number } = await customer.call('GET user/info', {});
  const place = `/cases/deposit-${number}-${id}`;

  const first = await openDesk(browser, demo);
  await signIn(first, demo, 'rosa');
  await openScreen(first, '/queue');
  await expect(first.getByRole('option').filter({ hasText: shownAmount })).toContainText('needs two');
  await openScreen(first, place);
  await expect(first.getByText('Two persons', { exact: true })).toBeVisible();
  await expect(first.getByRole('img', { name: 'Voucher' })).toBeVisible();
  await decision(first).getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(decision(first)).toContainText(`With a second approval credits ${shownAmount} for`);
  await decision(first).getByRole('button', { name: 'Approve as the first of two' }).click();
  await openScreen(first, '/queue');
  await expect(first.getByRole('option').filter({ hasText: shownAmount })).toContainText(
    'needs two, first: rosa',
  );
  await openScreen(first, place);
  await expect(decision(first)).toContainText(
    'Approve: You have approved it already; another person has to as well.',
  );
  await expect(page.getByText(say('account.chip.identity.under_review'))).toBeVisible();

  const second = await openDesk(browser, demo);
  await signIn(second, demo, 'theo');
  await openScreen(second, place);
  await expect(second.getByText('By rosa')).toBeVisible();
  await expect(second.getByRole('img', { name: 'Voucher' })).toBeVisible();
  await decision(second).getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(decision(second)).toContainText(`Credits ${shownAmount} for`);
  await expect(second.getByRole('textbox', { name: 'Reference of the payment' })).toHaveValue(payment);
  await decision(second).getByRole('button', { name: 'Approve as the second of two' }).click();
  await expect(page.getByText(say('deposits.status.success'), { exact: true })).toBeVisible();
  expect((await customer.call('GET chargelist/log', {})).items).toMatchObject([
    { amount, status: 'success' },
  ]);
  await Promise.all([first, second].map((desk) => desk.context().close()));
});

test('a large loan is approved at one desk and paid out at another', async ({
  page,
  browser,
  request,
  demo,
}) => {
  const customer = await newCustomer(request);
  await verify(demo, customer);
  const { id } = await applyForLoan(request, customer, { amount: '10000', days: 7 });
  await remember(page, { token: customer.token });
  await open(page, '/pages/loan/order');
  await expect(page.getByText(say('account.chip.identity.under_review'))).toBeVisible();
  const { id: number } = await customer.call('GET user/info', {});

  const decideAt = async (account: 'rosa' | 'theo', step: string, says: string) => {
    const desk = await openDesk(browser, demo);
    await signIn(desk, demo, account);
    await openScreen(desk, `/cases/loan-${number}-${id}`);
    await expect(desk.getByText('Two persons', { exact: true })).toBeVisible();
    for (const document of ['Home', say('settings.member.income'), 'Bank', 'Identity']) {
      await desk.getByRole('tab', { name: document }).click();
      await expect(desk.getByRole('img', { name: document })).toBeVisible();
    }
    await decision(desk).getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(decision(desk)).toContainText(says);
    await decision(desk).getByRole('button', { name: step }).click();
    return desk;
  };
  const first = await decideAt(
    'rosa',
    'Approve as the first of two',
    'With a second approval lends 10,000.00 USDT to',
  );
  await openScreen(first, `/cases/loan-${number}-${id}`);
  await expect(first.getByText('By rosa')).toBeVisible();
  await expect(decision(first)).toContainText('You have approved it already; another person has to as well.');
  await expect(page.getByText(say('account.chip.identity.under_review'))).toBeVisible();
  const second = await decideAt('theo', 'Approve as the second of two', 'Lends 10,000.00 USDT to');
  await expect(page.getByText(say('tickets.paidOut')).first()).toBeVisible();
  expect((await customer.call('GET lh/loan/order', {})).items).toMatchObject([
    { amount: '10000', status: 'disbursed' },
  ]);
  await Promise.all([first, second].map((desk) => desk.context().close()));
});
