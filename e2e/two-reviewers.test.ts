/**
 * A large deposit and a large loan, decided in two consoles: the first approval credits nothing, the operator who gave it is
 * shown why they cannot give the second, and a second operator's approval releases the money.
 */
import { loanDocuments } from '@candor/protocol/loans/schemas.ts';
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
import { deskSay, deskSaying, say } from './saying.ts';

const amount = '12345.67';
const shownAmount = '12,345.67 USDT';

test('credits a large deposit only after approvals in two consoles, and then shows it to the customer', async ({
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
  await expect(page.getByText(say('deposits.status.under_review'))).toBeVisible();
  const { id: number } = await customer.call('GET user/info', {});
  const place = `/cases/deposit-${number}-${id}`;

  const first = await openDesk(browser, demo);
  await signIn(first, demo, 'rosa');
  await openScreen(first, '/queue');
  await expect(first.getByRole('option').filter({ hasText: shownAmount })).toContainText(
    deskSay('queue.needsTwo'),
  );
  await openScreen(first, place);
  await expect(first.getByText(deskSay('ui.dualApproval'), { exact: true })).toBeVisible();
  await expect(first.getByRole('img', { name: deskSay('deposits.voucher') })).toBeVisible();
  await decision(first)
    .getByRole('button', { name: deskSay('ui.approve'), exact: true })
    .click();
  await expect(decision(first)).toContainText(deskSaying('deposits.creditsSecond', { credit: shownAmount }));
  await decision(first)
    .getByRole('button', { name: deskSay('ui.approveFirst') })
    .click();
  await openScreen(first, '/queue');
  await expect(first.getByRole('option').filter({ hasText: shownAmount })).toContainText(
    deskSay('queue.needsTwoFirst', { first: 'rosa' }),
  );
  await openScreen(first, place);
  await expect(decision(first)).toContainText(`${deskSay('ui.approve')}: ${deskSay('ui.alreadyApproved')}`);
  await expect(page.getByText(say('deposits.status.under_review'))).toBeVisible();

  const second = await openDesk(browser, demo);
  await signIn(second, demo, 'theo');
  await openScreen(second, place);
  await expect(second.getByText(/^rosa · /)).toBeVisible();
  await expect(second.getByRole('img', { name: deskSay('deposits.voucher') })).toBeVisible();
  await decision(second)
    .getByRole('button', { name: deskSay('ui.approve'), exact: true })
    .click();
  await expect(decision(second)).toContainText(deskSaying('deposits.credits', { credit: shownAmount }));
  await expect(second.getByRole('textbox', { name: deskSay('ui.referenceOfPayment') })).toHaveValue(payment);
  await decision(second)
    .getByRole('button', { name: deskSay('ui.approveSecond') })
    .click();
  await expect(page.getByText(say('deposits.status.success'), { exact: true })).toBeVisible();
  expect((await customer.call('GET chargelist/log', {})).items).toMatchObject([
    { amount, status: 'success' },
  ]);
  await Promise.all([first, second].map((desk) => desk.context().close()));
});

test('pays out a large loan only after approvals in two consoles', async ({
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
  await expect(page.getByText(say('loans.status.pending_review'))).toBeVisible();
  const { id: number } = await customer.call('GET user/info', {});

  const decideAt = async (account: 'rosa' | 'theo', step: string, says: RegExp) => {
    const desk = await openDesk(browser, demo);
    await signIn(desk, demo, account);
    await openScreen(desk, `/cases/loan-${number}-${id}`);
    await expect(desk.getByText(deskSay('ui.dualApproval'), { exact: true })).toBeVisible();
    for (const document of loanDocuments.map((of) => deskSay(`loans.document.${of}`))) {
      await desk.getByRole('tab', { name: document }).click();
      await expect(desk.getByRole('img', { name: document })).toBeVisible();
    }
    await decision(desk)
      .getByRole('button', { name: deskSay('ui.approve'), exact: true })
      .click();
    await expect(decision(desk)).toContainText(says);
    await decision(desk).getByRole('button', { name: step }).click();
    return desk;
  };
  const first = await decideAt(
    'rosa',
    deskSay('ui.approveFirst'),
    deskSaying('loans.lendsSecond', { amount: '10,000.00 USDT' }),
  );
  await openScreen(first, `/cases/loan-${number}-${id}`);
  await expect(first.getByText(/^rosa · /)).toBeVisible();
  await expect(decision(first)).toContainText(deskSay('ui.alreadyApproved'));
  await expect(page.getByText(say('loans.status.pending_review'))).toBeVisible();
  const second = await decideAt(
    'theo',
    deskSay('ui.approveSecond'),
    deskSaying('loans.lends', { amount: '10,000.00 USDT' }),
  );
  await expect(page.getByText(say('loans.status.disbursed')).first()).toBeVisible();
  expect((await customer.call('GET lh/loan/order', {})).items).toMatchObject([
    { amount: '10000', status: 'disbursed' },
  ]);
  await Promise.all([first, second].map((desk) => desk.context().close()));
});
