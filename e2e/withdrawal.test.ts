/** Withdrawals on the phone: their requirements, an address with a valid checksum, the trading password, and cancelling. */
import { amount } from '@candor/domain/money/amount.ts';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { Customer } from './customer.ts';
import { examplePassword as password, newCustomer } from './customer.ts';
import type { Demo } from './demo.ts';
import { test } from './demo.ts';
import { makeReadyToWithdraw } from './desk.ts';
import { applyForVerification, verify } from './identity-screens.ts';
import { loseAnswers } from './lost-connection.ts';
import { atRest, button, fact, figureIn, open, remember, settled, typeAmount } from './phone.ts';
import { containing, say, saying } from './saying.ts';

const path = '/pages/order/withdraw';
/** From the standard for writing Ethereum addresses (EIP-55). */
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/** This customer may withdraw and has no address yet. */
async function withdrawer(request: APIRequestContext, demo: Demo): Promise<Customer> {
  const customer = await newCustomer(request);
  await verify(demo, customer);
  await makeReadyToWithdraw(customer, password);
  return customer;
}

async function chooseNetwork(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: say('withdrawals.network') }).tap();
  await page.getByRole('option', { name, exact: true }).tap();
  await expect(dialog(page, say('withdrawals.network'))).toHaveCount(0);
}

async function addAddress(page: Page): Promise<void> {
  await button(page, say('withdrawals.addAddress')).tap();
  const form = dialog(page, say('withdrawals.addAddress'));
  await atRest(page);
  await chooseNetwork(page, 'Ethereum (ERC-20)');
  await form.getByRole('textbox', { name: say('withdrawals.address') }).fill(address.replace(/d$/, 'e'));
  await form.getByRole('button', { name: say('addresses.addIt') }).tap();
  await expect(
    form.getByText(saying('refusal.address_wrong', { network: 'Ethereum (ERC-20)' })),
  ).toBeVisible();
  await form.getByRole('textbox', { name: say('withdrawals.address') }).fill(address);
  await form.getByRole('textbox', { name: say('addresses.label') }).fill('My ledger');
  await form.getByRole('button', { name: say('addresses.addIt') }).tap();
  const asked = dialog(page, say('confirm.title'));
  await asked.getByLabel(say('confirm.password'), { exact: true }).fill(password);
  await asked.getByRole('button', { name: say('convert.confirm'), exact: true }).tap();
}

async function enterTradingPassword(page: Page, digits: string): Promise<void> {
  const pad = page.getByRole('dialog').getByRole('group', { name: say('ui.keypad') });
  for (const key of digits) await pad.getByRole('button', { name: key, exact: true }).tap();
}

test('adds an address, requests a withdrawal that freezes the money immediately, and cancels it', async ({
  page,
  request,
  demo,
}) => {
  const customer = await withdrawer(request, demo);
  const spot = async () => {
    const wallets = await customer.call('POST wallet/list', {});
    return wallets.find(({ currency }) => currency === 'USDT')?.spot;
  };
  const before = await spot();
  await remember(page, { token: customer.token });
  await open(page, '/pages/me/newIndex');
  await page.getByRole('link', { name: say('titles.withdraw') }).tap();
  await settled(page);
  await test.step('leads to the address book and back', async () => {
    await button(page, say('withdrawals.addAddress')).tap();
    await expect(page.getByRole('heading', { name: say('titles.addresses') })).toBeVisible();
    await settled(page);
    await addAddress(page);
    await expect(page.getByRole('heading', { name: say('titles.withdraw'), exact: true })).toBeVisible();
  });
  await typeAmount(page, say('withdrawals.amount'), '100');
  await expect(fact(page.getByRole('main'), say('withdrawals.arrives'))).toHaveText('99.9 USDT');
  await button(page, say('withdrawals.goOn')).tap();
  const last = dialog(page, say('withdrawals.confirmTitle'));
  await expect(last.getByText(address)).toBeVisible();
  await last.getByRole('button', { name: say('withdrawals.goOn') }).tap();
  await enterTradingPassword(page, '000000');
  await expect(last.getByText(say('refusal.trading_password_wrong'))).toBeVisible();
  await enterTradingPassword(page, '135790');
  await expect(page.getByText(say('refusal.withdrawal_applied'))).toBeVisible();
  await expect(
    page.getByRole('listitem').filter({ hasText: say('withdrawals.step.under_review') }),
  ).toHaveAttribute('aria-current', 'step');
  expect(amount((await spot())?.frozen ?? '0')).toBe(amount(before?.frozen ?? '0') + amount('100'));
  await button(page, say('withdrawals.cancel')).tap();
  await button(page, say('withdrawals.cancelConfirm')).tap();
  await expect(page.getByText(say('withdrawals.moneyBack'))).toBeVisible();
  expect(await spot()).toEqual(before);
  await button(page, say('withdrawals.another')).tap();
  // The full balance, which is within the limit of one withdrawal.
  await button(page, say('withdrawals.all')).tap();
  const fee = await figureIn(fact(page.getByRole('main'), say('withdrawals.fee', { percent: '0.1%' })));
  const arrives = await figureIn(fact(page.getByRole('main'), say('withdrawals.arrives')));
  expect(fee * 999n - arrives).toBe(0n);
});

test('shows the current state of a request whose answer was lost, and stores no secret', async ({
  page,
  request,
  demo,
}) => {
  const customer = await withdrawer(request, demo);
  await customer.call('POST wallet/address_add', {
    network: 'tron',
    address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    current_password: password,
  });
  const before = (await customer.call('GET cashlist/log', {})).items.length;
  await remember(page, { token: customer.token });
  await open(page, path);
  await page.getByRole('combobox', { name: say('withdrawals.address') }).tap();
  await page.getByRole('option', { name: /Tron/ }).tap();
  await typeAmount(page, say('withdrawals.amount'), '45');
  await button(page, say('withdrawals.goOn')).tap();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('withdrawals.goOn') })
    .tap();
  await loseAnswers(page, '**/api/wallet/out');
  await enterTradingPassword(page, '135790');
  await expect(page.getByText(say('ui.networkFailed'))).toBeVisible();
  // The screen learns that the request arrived, so the customer need not send it again.
  await expect(button(page, say('withdrawals.cancel'))).toBeVisible();
  const { items } = await customer.call('GET cashlist/log', {});
  expect(items).toHaveLength(before + 1);
  // The browser has stored nothing that contains the trading password.
  const stored = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  expect(stored).not.toContain('135790');
  await customer.call('POST wallet/out_cancel', { id: items[0]?.id ?? '' });
  await expect(page.getByText(say('withdrawals.moneyBack'))).toBeVisible();
});

test('names the missing requirements in advance, and leads to each of them and back', async ({
  page,
  request,
}) => {
  const { token } = await newCustomer(request);
  await remember(page, { token });
  await open(page, path);
  const main = page.getByRole('main').filter({ visible: true });
  await expect(main.getByRole('heading', { name: say('withdrawals.missing.title') })).toBeVisible();
  await expect(
    main.getByRole('button', { name: containing('withdrawals.missing.step.bank_card') }),
  ).toBeVisible();
  await main.getByRole('button', { name: containing('withdrawals.missing.step.verify') }).tap();
  await settled(page);
  await applyForVerification(page);
  await button(page, say('verification.backToTask')).tap();
  await expect(main.getByText(say('loans.barred.title.verifying'))).toBeVisible();
  await main.getByRole('button', { name: containing('withdrawals.missing.step.trading_password') }).tap();
  await expect(page.getByRole('heading', { name: say('withdrawals.tradingPassword') })).toBeVisible();
});
