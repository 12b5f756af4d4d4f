/** A large deposit at two desks: the first approval credits nothing, whoever gave it is told why they cannot give the second, and the other one credits. */
import { expect } from '@playwright/test';
import { newCustomer } from './customer.ts';
import { test } from './demo.ts';
import { decision, handInDeposit, openDesk, openScreen, signIn, transactionId } from './desk.ts';
import { open, remember } from './phone.ts';

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
  await expect(page.getByText('Under review')).toBeVisible();
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
  await expect(page.getByText('Under review')).toBeVisible();

  const second = await openDesk(browser, demo);
  await signIn(second, demo, 'theo');
  await openScreen(second, place);
  await expect(second.getByText('By rosa')).toBeVisible();
  await expect(second.getByRole('img', { name: 'Voucher' })).toBeVisible();
  await decision(second).getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(decision(second)).toContainText(`Credits ${shownAmount} for`);
  await expect(second.getByRole('textbox', { name: 'Reference of the payment' })).toHaveValue(payment);
  await decision(second).getByRole('button', { name: 'Approve as the second of two' }).click();
  await expect(page.getByText('Credited', { exact: true })).toBeVisible();
  expect((await customer.call('GET chargelist/log', {})).items).toMatchObject([
    { amount, status: 'success' },
  ]);
  await Promise.all([first, second].map((desk) => desk.context().close()));
});
