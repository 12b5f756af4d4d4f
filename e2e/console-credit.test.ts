/** Decides loans and orders of the fund in the console with the keyboard alone, while the customer uses the API. */
import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { newCustomer } from './customer.ts';
import { test } from './demo.ts';
import { applyForLoan, decision, goTo, openDesk, openScreen, signIn } from './desk.ts';
import { verify } from './identity-screens.ts';
import { deskSay, deskSaying } from './saying.ts';

const document = (desk: Page, name: string): Locator => desk.getByRole('img', { name, exact: true });

test('approves a loan with the keyboard alone once all four documents were viewed', async ({
  browser,
  request,
  demo,
}) => {
  const customer = await newCustomer(request);
  await verify(demo, customer);
  const { id } = await applyForLoan(request, customer, { amount: '1234', days: 30 });
  const desk = await openDesk(browser, demo);
  await signIn(desk, demo, 'rosa');
  await desk.keyboard.press('g');
  await desk.keyboard.press('q');
  await goTo(desk, '1,234.00 USDT');
  await desk.keyboard.press('Enter');
  await expect(
    desk.getByRole('heading', { name: deskSaying('loans.case', { amount: '1,234.00 USDT' }) }),
  ).toBeVisible();
  await expect(document(desk, deskSay('loans.document.house'))).toBeVisible();

  // A loan with a document that was not viewed cannot be approved.
  const later = [
    deskSay('loans.document.income'),
    deskSay('loans.document.bank'),
    deskSay('loans.document.identity'),
  ];
  await expect(decision(desk)).toContainText(deskSay('loans.notSeen', { documents: later.join(', ') }));
  await desk.keyboard.press('a');
  await expect(decision(desk).getByRole('form')).toHaveCount(0);
  for (const name of later) {
    await desk.keyboard.press('d');
    await expect(document(desk, name)).toBeVisible();
  }
  await expect(decision(desk)).not.toContainText(deskSaying('loans.notSeen'));
  await desk.keyboard.press('a');
  await expect(decision(desk)).toContainText(
    deskSaying('loans.lends', { amount: '1,234.00 USDT', days: '30 days' }),
  );
  await desk.keyboard.press('Control+Enter');
  await expect(desk.getByRole('option').filter({ hasText: '1,234.00 USDT' })).toHaveCount(0);

  const { items } = await customer.call('GET lh/loan/order', {});
  expect(items).toMatchObject([{ id, status: 'disbursed', amount: '1234', unpaid: '1234' }]);
  // Each view has one record, and the payment's record follows.
  const number = (await customer.call('GET user/info', {})).id;
  await openScreen(desk, `/audit?filter=${encodeURIComponent(JSON.stringify({ customer: number }))}`);
  await expect(desk.getByRole('row').filter({ hasText: deskSay('codes.event.loan.read') })).toHaveCount(4);
  await expect(desk.getByRole('row').filter({ hasText: deskSay('codes.event.loan.approve') })).toHaveCount(1);
  await openScreen(desk, `/loans?filter=${encodeURIComponent(JSON.stringify({ status: 'disbursed' }))}`);
  await expect(desk.getByRole('row').filter({ hasText: '1,234.00 USDT' })).toContainText(
    deskSay('codes.loan.disbursed'),
  );
  await desk.context().close();
});

test('rejects an order of the fund with a reason, and returns the complete principal to the customer', async ({
  browser,
  request,
  demo,
}) => {
  const customer = await newCustomer(request);
  await verify(demo, customer);
  const number = (await customer.call('GET user/info', {})).id;
  const spot = async () =>
    (await customer.call('POST wallet/list', {})).find((one) => one.currency === 'USDT')?.spot.available;
  const before = await spot();
  const desk = await openDesk(browser, demo);
  await signIn(desk, demo, 'theo');
  await openScreen(desk, '/queue?kind=fund_order');
  // The demo starts the order automatically after a moment, so there is little time to decide.
  const { id } = await customer.call('POST lh/deposit', { amount: '515.5' });
  await openScreen(desk, `/cases/fund_order-${number}-${id}`);
  await expect(
    desk.getByRole('heading', { name: deskSaying('fund.case', { amount: '515.50 USDT' }) }),
  ).toBeVisible();
  await desk.keyboard.press('r');
  await expect(decision(desk)).toContainText(deskSaying('fund.rejectSays', { amount: '515.50 USDT' }));
  await desk.keyboard.press('Control+Enter');
  await expect(decision(desk)).toContainText(deskSay('ui.required'));
  await expect(desk.getByRole('combobox', { name: deskSay('ui.reasonShown') })).toBeFocused();
  await desk.keyboard.type('Not');
  await desk.keyboard.press('Tab');
  await desk.keyboard.type('Asked by phone to take it back');
  await desk.keyboard.press('Control+Enter');
  await expect(decision(desk)).toContainText(deskSay('fund.nothingToDecide'));
  await expect(desk.getByText(deskSay('codes.reason.rejected'), { exact: true })).toBeVisible();

  const { items } = await customer.call('GET lh/deposit/order', {});
  expect(items).toMatchObject([{ id, status: 'failed', reason: 'rejected' }]);
  expect(await spot()).toBe(before);
  await openScreen(desk, `/customers/${number}/show`);
  await expect(desk.getByText('Asked by phone to take it back')).toBeVisible();
  await desk
    .getByRole('link', { name: deskSay('ui.fundOrders'), exact: true })
    .last()
    .click();
  await expect(desk.getByRole('row').filter({ hasText: '515.50 USDT' })).toContainText(
    deskSay('codes.reason.rejected'),
  );
  await desk.context().close();
});
