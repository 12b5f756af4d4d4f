/** The operators' console with the keyboard alone, beside the phone of the customer whose money it is. */
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { totpCode, totpStep } from '../server/src/identity/factors/totp.ts';
import { newCustomer, journeyPassword } from './customer.ts';
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

test('a deposit is approved with the keyboard alone, and its customer sees it at once', async ({
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
  await expect(page.getByText('Under review')).toHaveCount(2);

  const desk = await openDesk(browser, demo);
  await signIn(desk, demo, 'rosa');
  await desk.keyboard.press('g');
  await desk.keyboard.press('q');
  await goTo(desk, '1,234.50 USDT');
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('heading', { name: /^Deposit .*1,234\.50 USDT$/ })).toBeVisible();
  await expect(desk.getByRole('img', { name: 'Voucher' })).toBeVisible();

  await desk.keyboard.press('a');
  await expect(decision(desk)).toContainText('Credits 1,234.50 USDT for');
  await expect(desk.getByRole('textbox', { name: 'Reference of the payment' })).toBeFocused();
  // What a chain would never call a payment is refused by name, and what was typed stays.
  await desk.keyboard.press('Control+a');
  await desk.keyboard.type('not a transaction');
  await desk.keyboard.press('Control+Enter');
  await expect(decision(desk).getByRole('alert')).toBeVisible();
  await expect(desk.getByRole('textbox', { name: 'Reference of the payment' })).toHaveValue(
    'not a transaction',
  );
  await desk.keyboard.press('Escape');
  await expect(desk.getByRole('button', { name: 'Approve', exact: true })).toBeFocused();
  await desk.keyboard.press('a');
  await desk.keyboard.press('Control+a');
  await desk.keyboard.type(transactionId());
  await desk.keyboard.press('Control+Enter');

  // The next case opens, and the phone tells without being touched.
  await expect(desk.getByRole('option').filter({ hasText: '1,234.50 USDT' })).toHaveCount(0);
  await expect(desk.getByRole('listbox')).toBeFocused();
  await expect(desk).toHaveURL(/open=/);
  await expect(page.getByText('Credited', { exact: true })).toHaveCount(1);
  const { items } = await customer.call('GET chargelist/log', {});
  expect(items.find((one) => one.amount === amount)).toMatchObject({ status: 'success' });
  await desk.context().close();
});

test('a withdrawal is held with a reason, released, approved and paid, as its customer sees', async ({
  page,
  browser,
  request,
  demo,
}) => {
  const customer = await newCustomer(request);
  await verify(demo, customer);
  await askForWithdrawal(customer, { password: journeyPassword, amount: '432.1' });
  await remember(page, { token: customer.token });
  await open(page, '/pages/order/withdraw?tab=list');
  const shown = page.getByRole('main').filter({ visible: true });
  await expect(shown.getByText('Under review')).toBeVisible();

  const desk = await openDesk(browser, demo);
  await signIn(desk, demo, 'rosa');
  await desk.keyboard.press('g');
  await desk.keyboard.press('q');
  await goTo(desk, '432.10 USDT');
  await desk.keyboard.press('Enter');
  await expect(decision(desk).getByRole('button', { name: 'Hold' })).toBeVisible();
  await desk.keyboard.press('h');
  await expect(decision(desk)).toContainText('Pays nothing until it is released: 431.6679 USDT to');
  // Without a reason nothing is sent.
  await desk.keyboard.press('Control+Enter');
  await expect(decision(desk)).toContainText('This is needed.');
  await expect(desk.getByRole('combobox', { name: /^Reason/ })).toBeFocused();
  await desk.keyboard.type('Source');
  await desk.keyboard.press('Control+Enter');
  await expect(shown.getByText('On hold', { exact: true })).toBeVisible();

  await goTo(desk, '432.10 USDT');
  await desk.keyboard.press('Enter');
  await expect(decision(desk)).toContainText('Approve: It is held. Release it first.');
  await desk.keyboard.press('l');
  await desk.keyboard.press('Control+Enter');
  await expect(shown.getByText('Under review')).toBeVisible();

  await goTo(desk, '432.10 USDT');
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('button', { name: 'Hold' })).toBeVisible();
  await desk.keyboard.press('a');
  await expect(decision(desk)).toContainText('Pays out 431.6679 USDT to TJRabPrwbZy45sbavfcjinPJC18kjpRTv8');
  await desk.keyboard.press('Control+Enter');
  await expect(shown.getByText('Being paid')).toBeVisible();
  // The reviewer does not say that it was paid.
  await goTo(desk, '432.10 USDT');
  await desk.keyboard.press('Enter');
  await expect(decision(desk)).toContainText('There is nothing that your role decides here now.');
  await desk.context().close();

  const till = await openDesk(browser, demo);
  await signIn(till, demo, 'theo');
  await till.keyboard.press('g');
  await till.keyboard.press('q');
  await goTo(till, '432.10 USDT');
  await till.keyboard.press('Enter');
  await expect(decision(till).getByRole('button', { name: 'Was paid' })).toBeVisible();
  await till.keyboard.press('p');
  await till.keyboard.type(transactionId());
  await till.keyboard.press('Control+Enter');
  await expect(till.getByRole('option').filter({ hasText: '432.10 USDT' })).toHaveCount(0);
  await expect(shown.getByText('Paid', { exact: true })).toBeVisible();
  await till.context().close();
});

test('what one person proposed another does, and a session that ends leads back to its place', async ({
  browser,
  request,
  demo,
}) => {
  const customer = await newCustomer(request);
  const { id } = await customer.call('GET user/info', {});
  const desk = await openDesk(browser, demo);
  await signIn(desk, demo, 'theo');
  await openScreen(desk, '/propose');
  await desk.getByRole('textbox', { name: 'Number of the customer' }).fill(id);
  await desk.getByRole('textbox', { name: 'Amount' }).fill('12.34');
  await desk.getByRole('combobox', { name: 'The customer' }).selectOption('gains it');
  await desk.getByRole('textbox', { name: /^Reason/ }).fill('A payment of his was booked to another');
  await desk.keyboard.press('Control+Enter');
  await expect(desk.getByText('Proposed. Another person decides.')).toBeVisible();
  await openScreen(desk, '/queue?kind=proposal');
  await goTo(desk, '12.34 USDT');
  await desk.keyboard.press('Enter');
  // Their own they can only take back.
  await expect(decision(desk).getByRole('button')).toHaveText([/^Withdraw/]);

  // A token that the server no longer knows leads to the login, and the login back to the case.
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
  await expect(decision(other)).toContainText('Gives 12.34 USDT of the house’s equity');
  await other.keyboard.press('Control+Enter');
  await expect(other.getByRole('option').filter({ hasText: '12.34 USDT' })).toHaveCount(0);
  const wallets = await customer.call('POST wallet/list', {});
  expect(JSON.stringify(wallets)).toContain('100012.34');
  await openScreen(other, '/audit');
  await other.getByRole('button', { name: 'Check the chain' }).click();
  await expect(other.getByText(/^Whole: \d+ records/)).toBeVisible();
  await other.context().close();
});

test('a newcomer is added by one admin and confirmed by another, and neither has both that it takes', async ({
  browser,
  demo,
}) => {
  const account = `nora.${Date.now() % 1_000_000}`;
  const password = 'A first password 7';
  const row = (desk: Page) => desk.getByRole('row').filter({ hasText: account });
  const adder = await openDesk(browser, demo);
  await signIn(adder, demo, 'ada');
  await openScreen(adder, '/operators');
  await adder.getByRole('button', { name: 'Add an operator' }).click();
  await adder.getByLabel('Account, lower case').fill(account);
  await adder.getByLabel('Role').selectOption('treasurer');
  await adder.getByLabel('Person').fill(`Nora Noon ${account}`);
  await adder.getByLabel(/^First password/).fill(password);
  await adder.keyboard.press('Control+Enter');
  await expect(adder.getByRole('alert').filter({ hasText: `${account} waits` })).toBeVisible();
  await expect(adder.getByText(/secret for the authenticator/)).toHaveCount(0);
  await expect(row(adder)).toContainText('Nobody yet');
  // Whoever added them is offered no more than to take it back.
  await expect(row(adder).getByRole('button')).toHaveText(['Disable']);

  const newcomer = await openDesk(browser, demo);
  await newcomer.goto('/console/');
  await typeIn(newcomer, { account, password, code: '000000' });
  await expect(newcomer.getByRole('alert')).toBeVisible();

  const other = await openDesk(browser, demo);
  await signIn(other, demo, 'ines');
  await openScreen(other, '/operators');
  await row(other)
    .getByRole('button', { name: `Confirm ${account}` })
    .click();
  const asked = other.getByRole('form', { name: `Confirm ${account}` });
  for (const says of [account, 'Treasurer', `Nora Noon ${account}`, 'ada, '])
    await expect(asked).toContainText(says);
  await other.keyboard.press('Control+Enter');
  const told = other.getByRole('alert').filter({ hasText: 'The secret for the authenticator' });
  const secret = (await told.locator('b').textContent()) ?? '';
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  await expect(row(other)).toContainText('Active');
  await expect(row(other)).toContainText('ines');

  await newcomer.reload();
  await typeIn(newcomer, { account, password, code: totpCode(secret, totpStep(Date.now())) });
  await expect(newcomer.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  for (const desk of [adder, newcomer, other]) await desk.context().close();
});

test('what a role may not do is not offered', async ({ browser, request, demo }) => {
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
  const ways = desk.getByRole('navigation', { name: 'Screens' }).getByRole('link');
  await expect(ways).toHaveText([
    'Dashboard',
    'Queue',
    'Messages',
    'Customers',
    'Deposits',
    'Withdrawals',
    'Fund orders',
    'Loans',
    'Fund',
    'Terms',
    'Content',
    'Audit log',
    'Your access',
    'Ready-made answers',
    'Go-live checklist',
    'Clock',
  ]);
  await openScreen(desk, `/cases/deposit-${number}-${id}`);
  await expect(desk.getByText('Your role does not open vouchers.')).toBeVisible();
  await expect(decision(desk)).toContainText('Your role does not decide deposits.');
  await desk.keyboard.press('a');
  await expect(decision(desk).getByRole('form')).toHaveCount(0);
  await openScreen(desk, `/customers/${number}/show`);
  await expect(desk.getByRole('button', { name: 'Freeze' })).toBeVisible();
  await expect(desk.getByRole('button', { name: 'Set credit score' })).toHaveCount(0);
  await atDesk(desk);
  await desk.keyboard.press('?');
  await expect(desk.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await desk.keyboard.press('Escape');
  await expect(desk.getByRole('dialog')).toHaveCount(0);
  await desk.context().close();
});
