/** The operators' console, used with the keyboard alone, next to the phone of the customer whose money is decided on. */
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { totpCode, totpStep } from '../server/src/identity/factors/totp.ts';
import { newCustomer, examplePassword } from './customer.ts';
import { test } from './demo.ts';
import {
  askForWithdrawal,
  atDesk,
  decision,
  enter,
  goTo,
  handInDeposit,
  openDesk,
  openScreen,
  signIn,
  transactionId,
  typeIn,
} from './desk.ts';
import { verify } from './identity-screens.ts';
import { open, remember } from './phone.ts';
import { deskSay, deskSaying, say } from './saying.ts';

test('approves a deposit with the keyboard alone, and shows it to the customer immediately', async ({
  page,
  browser,
  request,
  demo,
}) => {
  const customer = await newCustomer(request);
  await verify(demo, customer);
  const amount = '1234.5';
  await handInDeposit(request, customer, {
    currency: 'USDT',
    network: 'tron',
    amount,
    reference: transactionId(),
  });
  await handInDeposit(request, customer, { currency: 'EUR', network: 'wire', amount: '777' });
  await remember(page, { token: customer.token });
  await open(page, '/pages/order/charge?tab=list');
  await expect(page.getByText(say('deposits.status.under_review'))).toHaveCount(2);

  const desk = await openDesk(browser, demo);
  await signIn(desk, demo, 'rosa');
  await desk.keyboard.press('g');
  await desk.keyboard.press('q');
  await goTo(desk, '1,234.50 USDT');
  await desk.keyboard.press('Enter');
  await expect(
    desk.getByRole('heading', { name: deskSaying('deposits.case', { amount: '1,234.50 USDT' }) }),
  ).toBeVisible();
  await expect(desk.getByRole('img', { name: deskSay('deposits.voucher') })).toBeVisible();

  await desk.keyboard.press('a');
  await expect(decision(desk)).toContainText(deskSaying('deposits.credits', { credit: '1,234.50 USDT' }));
  await expect(desk.getByRole('textbox', { name: deskSay('ui.referenceOfPayment') })).toBeFocused();
  // An invalid reference is rejected with the name of its field, and the typed text is kept.
  await desk.keyboard.press('Control+a');
  await desk.keyboard.type('not a transaction');
  await desk.keyboard.press('Control+Enter');
  await expect(decision(desk).getByRole('alert')).toBeVisible();
  await expect(desk.getByRole('textbox', { name: deskSay('ui.referenceOfPayment') })).toHaveValue(
    'not a transaction',
  );
  await desk.keyboard.press('Escape');
  await expect(desk.getByRole('button', { name: deskSay('ui.approve'), exact: true })).toBeFocused();
  await desk.keyboard.press('a');
  await desk.keyboard.press('Control+a');
  await desk.keyboard.type(transactionId());
  await desk.keyboard.press('Control+Enter');

  // The next case opens, and the phone shows the deposit without a tap.
  await expect(desk.getByRole('option').filter({ hasText: '1,234.50 USDT' })).toHaveCount(0);
  await expect(desk.getByRole('listbox')).toBeFocused();
  await expect(desk).toHaveURL(/open=/);
  await expect(page.getByText(say('deposits.status.success'), { exact: true })).toHaveCount(1);
  const { items } = await customer.call('GET chargelist/log', {});
  expect(items.find((one) => one.amount === amount)).toMatchObject({ status: 'success' });
  await desk.context().close();
});

test('holds a withdrawal with a reason, then releases, approves and pays it, with each step shown to the customer', async ({
  page,
  browser,
  request,
  demo,
}) => {
  const customer = await newCustomer(request);
  await verify(demo, customer);
  await askForWithdrawal(customer, { password: examplePassword, amount: '432.1' });
  await remember(page, { token: customer.token });
  await open(page, '/pages/order/withdraw?tab=list');
  const shown = page.getByRole('main').filter({ visible: true });
  await expect(shown.getByText(say('withdrawals.status.under_review'))).toBeVisible();

  const desk = await openDesk(browser, demo);
  await signIn(desk, demo, 'rosa');
  await desk.keyboard.press('g');
  await desk.keyboard.press('q');
  await goTo(desk, '432.10 USDT');
  await desk.keyboard.press('Enter');
  await expect(decision(desk).getByRole('button', { name: deskSay('withdrawals.hold') })).toBeVisible();
  await desk.keyboard.press('h');
  await expect(decision(desk)).toContainText(deskSaying('withdrawals.holdSays', { amount: '431.6679 USDT' }));
  // Without a reason, nothing is sent.
  await desk.keyboard.press('Control+Enter');
  await expect(decision(desk)).toContainText(deskSay('ui.required'));
  await expect(desk.getByRole('combobox', { name: deskSay('ui.reasonShown') })).toBeFocused();
  await desk.keyboard.type('Source');
  await desk.keyboard.press('Control+Enter');
  await expect(shown.getByText(say('withdrawals.onHold'), { exact: true })).toBeVisible();

  await goTo(desk, '432.10 USDT');
  await desk.keyboard.press('Enter');
  await expect(decision(desk)).toContainText(`${deskSay('ui.approve')}: ${deskSay('withdrawals.isHeld')}`);
  await desk.keyboard.press('l');
  await desk.keyboard.press('Control+Enter');
  await expect(shown.getByText(say('withdrawals.status.under_review'))).toBeVisible();

  await goTo(desk, '432.10 USDT');
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('button', { name: deskSay('withdrawals.hold') })).toBeVisible();
  await desk.keyboard.press('a');
  await expect(decision(desk)).toContainText(
    deskSaying('withdrawals.paysOut', {
      amount: '431.6679 USDT',
      address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    }),
  );
  await desk.keyboard.press('Control+Enter');
  await expect(shown.getByText(say('withdrawals.status.waiting'))).toBeVisible();
  // The reviewer cannot report that the withdrawal was paid.
  await goTo(desk, '432.10 USDT');
  await desk.keyboard.press('Enter');
  await expect(decision(desk)).toContainText(deskSay('withdrawals.nothingForRole'));
  await desk.context().close();

  const till = await openDesk(browser, demo);
  await signIn(till, demo, 'theo');
  await till.keyboard.press('g');
  await till.keyboard.press('q');
  await goTo(till, '432.10 USDT');
  await till.keyboard.press('Enter');
  await expect(decision(till).getByRole('button', { name: deskSay('withdrawals.wasPaid') })).toBeVisible();
  await till.keyboard.press('p');
  await till.keyboard.type(transactionId());
  await till.keyboard.press('Control+Enter');
  await expect(till.getByRole('option').filter({ hasText: '432.10 USDT' })).toHaveCount(0);
  await expect(shown.getByText(say('withdrawals.status.success'), { exact: true })).toBeVisible();
  await till.context().close();
});

test('executes a proposal once a second operator approves it, and returns to the same case after a new login', async ({
  browser,
  request,
  demo,
}) => {
  const customer = await newCustomer(request);
  const { id } = await customer.call('GET user/info', {});
  const desk = await openDesk(browser, demo);
  await signIn(desk, demo, 'theo');
  await openScreen(desk, '/propose');
  await desk.getByRole('textbox', { name: deskSay('proposals.customerNo') }).fill(id);
  await desk.getByRole('textbox', { name: deskSay('ui.amount') }).fill('12.34');
  await desk.getByRole('combobox', { name: deskSay('proposals.theCustomerDoes') }).selectOption('gains');
  await desk
    .getByRole('textbox', { name: deskSay('proposals.reasonHint') })
    .fill('A payment of his was booked to another');
  await desk.keyboard.press('Control+Enter');
  await expect(desk.getByText(deskSay('ui.proposed'))).toBeVisible();
  await openScreen(desk, '/queue?kind=proposal');
  await goTo(desk, '12.34 USDT');
  await desk.keyboard.press('Enter');
  // Operators can only withdraw their own proposals.
  await expect(decision(desk).getByRole('button')).toHaveText([deskSaying('proposals.withdraw')]);

  // A token that the server has deleted leads to the login, and the login back to the case.
  await desk.evaluate(() => {
    const key = 'candor.console.session';
    const kept = JSON.parse(sessionStorage.getItem(key) ?? '{}') as object;
    sessionStorage.setItem(key, JSON.stringify({ ...kept, token: 'x'.repeat(43) }));
  });
  await desk.reload();
  await expect(desk).toHaveURL(/#\/login$/);
  await enter(desk, demo, 'theo');
  await expect(desk.getByText('A payment of his was booked to another')).toBeVisible();
  await expect(desk).toHaveURL(/open=proposal/);
  await desk.context().close();

  const other = await openDesk(browser, demo);
  await signIn(other, demo, 'ada');
  await openScreen(other, '/queue?kind=proposal');
  await goTo(other, '12.34 USDT');
  await other.keyboard.press('Enter');
  await expect(other.getByText('A payment of his was booked to another')).toBeVisible();
  await other.keyboard.press('a');
  await expect(decision(other)).toContainText(deskSaying('proposals.correctionGives', { sum: '12.34 USDT' }));
  await other.keyboard.press('Control+Enter');
  await expect(other.getByRole('option').filter({ hasText: '12.34 USDT' })).toHaveCount(0);
  const wallets = await customer.call('POST wallet/list', {});
  expect(JSON.stringify(wallets)).toContain('100012.34');
  await openScreen(other, '/audit');
  await other.getByRole('button', { name: deskSay('audit.check') }).click();
  await expect(other.getByText(deskSaying('audit.whole'))).toBeVisible();
  await other.context().close();
});

test('adds an operator through two admins, neither of whom knows both password and authenticator secret', async ({
  browser,
  demo,
}) => {
  const account = `nora.${Date.now() % 1_000_000}`;
  const password = 'A first password 7';
  const row = (desk: Page) => desk.getByRole('row').filter({ hasText: account });
  const adder = await openDesk(browser, demo);
  await signIn(adder, demo, 'ada');
  await openScreen(adder, '/operators');
  await adder.getByRole('button', { name: deskSay('operators.add') }).click();
  await adder.getByLabel(deskSay('operators.accountLower')).fill(account);
  await adder.getByLabel(deskSay('ui.role')).selectOption('treasurer');
  await adder.getByLabel(deskSay('ui.person')).fill(`Nora Noon ${account}`);
  await adder.getByLabel(deskSay('operators.firstPassword')).fill(password);
  await adder.keyboard.press('Control+Enter');
  await expect(
    adder.getByRole('alert').filter({ hasText: deskSay('operators.isAdded', { account }) }),
  ).toBeVisible();
  await expect(adder.getByText(deskSaying('operators.secret'))).toHaveCount(0);
  await expect(row(adder)).toContainText(deskSay('ui.noOneYet'));
  // The admin who added the operator can only cancel the addition.
  await expect(row(adder).getByRole('button')).toHaveText([deskSay('operators.disable')]);

  const newcomer = await openDesk(browser, demo);
  await newcomer.goto('/console/');
  await typeIn(newcomer, { account, password, code: '000000' });
  await expect(newcomer.getByRole('alert')).toBeVisible();

  const other = await openDesk(browser, demo);
  await signIn(other, demo, 'ines');
  await openScreen(other, '/operators');
  await row(other)
    .getByRole('button', { name: deskSay('operators.confirmOne', { account }) })
    .click();
  const asked = other.getByRole('form', { name: deskSay('operators.confirmOne', { account }) });
  for (const says of [account, deskSay('codes.role.treasurer'), `Nora Noon ${account}`, 'ada · '])
    await expect(asked).toContainText(says);
  await other.keyboard.press('Control+Enter');
  const secretAlert = other.getByRole('alert').filter({ hasText: deskSaying('operators.secret') });
  const secret = (await secretAlert.locator('b').textContent()) ?? '';
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  await expect(row(other)).toContainText(deskSay('codes.status.active'));
  await expect(row(other)).toContainText('ines');

  await newcomer.reload();
  await typeIn(newcomer, { account, password, code: totpCode(secret, totpStep(Date.now())) });
  await expect(newcomer.getByRole('heading', { name: deskSay('dashboard.title'), level: 1 })).toBeVisible();
  for (const desk of [adder, newcomer, other]) await desk.context().close();
});

test('offers an operator no action that their role forbids', async ({ browser, request, demo }) => {
  const customer = await newCustomer(request);
  await verify(demo, customer);
  const { id } = await handInDeposit(request, customer, {
    currency: 'USDT',
    network: 'tron',
    amount: '55.5',
  });
  const { id: number } = await customer.call('GET user/info', {});
  const desk = await openDesk(browser, demo);
  await signIn(desk, demo, 'sam');
  const ways = desk.getByRole('navigation', { name: deskSay('frame.screens') }).getByRole('link');
  await expect(ways).toHaveText([
    deskSay('frame.place.dashboard'),
    deskSay('frame.place.figures'),
    deskSay('frame.place.queue'),
    deskSay('frame.place.chat'),
    deskSay('frame.place.customers'),
    deskSay('frame.place.deposits'),
    deskSay('frame.place.withdrawals'),
    deskSay('frame.place.fundOrders'),
    deskSay('frame.place.loans'),
    deskSay('frame.place.fund'),
    deskSay('frame.place.terms'),
    deskSay('frame.place.content'),
    deskSay('frame.place.audit'),
    deskSay('frame.place.access'),
    deskSay('frame.place.canned'),
    deskSay('frame.place.checklist'),
    deskSay('frame.place.clock'),
  ]);
  await openScreen(desk, `/cases/deposit-${number}-${id}`);
  await expect(desk.getByText(deskSay('deposits.mayNotSee'))).toBeVisible();
  await expect(decision(desk)).toContainText(deskSay('deposits.mayNotDecide'));
  await desk.keyboard.press('a');
  await expect(decision(desk).getByRole('form')).toHaveCount(0);
  await openScreen(desk, `/customers/${number}/show`);
  await expect(desk.getByRole('button', { name: deskSay('customers.change.freeze') })).toBeVisible();
  await expect(desk.getByRole('button', { name: deskSay('customers.setCredit') })).toHaveCount(0);
  await atDesk(desk);
  await desk.keyboard.press('?');
  await expect(desk.getByRole('dialog', { name: deskSay('keys.title') })).toBeVisible();
  await desk.keyboard.press('Escape');
  await expect(desk.getByRole('dialog')).toHaveCount(0);
  await desk.context().close();
});
