/** Operators in end-to-end tests: a browser in the size of a desktop, logged in to the console, and cases for them to decide. */
import { randomBytes } from 'node:crypto';
import type { CallRequest } from '@candor/protocol/calls.ts';
import { AGREEMENT_VERSION } from '@candor/protocol/loans/loan-agreement.ts';
import { loanDocuments } from '@candor/protocol/loans/schemas.ts';
import type { APIRequestContext, Browser, Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { createPool } from '../server/src/db/pool.ts';
import { ownersUrl } from '../server/src/db/postgres-cluster.ts';
import { demoOperators } from '../server/src/operators/demo-operators.ts';
import { testCard } from '@candor/testing/bank-cards.ts';
import { operatorCode } from '@candor/testing/operator-line.ts';
import { photo } from '@candor/testing/pictures.ts';
import type { Customer } from './customer.ts';
import type { Demo } from './demo.ts';
import { deskSay } from './saying.ts';

/** A code can be used once and lasts thirty seconds, and a test does not wait for the next one. */
async function forgetUsedCode(demo: Demo, account: string): Promise<void> {
  const pool = createPool(await ownersUrl(demo.data), { max: 1 });
  await pool
    .query('update operator set totp_last_step = 0 where account = $1', [account])
    .finally(() => pool.end());
}

/** Shares nothing with the customer's phone. */
export async function openDesk(browser: Browser, demo: Demo): Promise<Page> {
  const context = await browser.newContext({
    baseURL: demo.consoleOrigin,
    viewport: { width: 1280, height: 800 },
    userAgent:
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    isMobile: false,
    hasTouch: false,
    colorScheme: 'light',
  });
  return context.newPage();
}

/** Opens the console and logs an example operator in. */
export async function signIn(desk: Page, demo: Demo, account: string): Promise<void> {
  await desk.goto('/console/');
  await enter(desk, demo, account);
  await expect(desk.getByRole('heading', { name: deskSay('dashboard.title'), level: 1 })).toBeVisible();
}

/** Uses the keyboard alone on the open login page. */
export async function enter(desk: Page, demo: Demo, account: string): Promise<void> {
  const password = demoOperators.find((one) => one.account === account)?.password ?? '';
  await forgetUsedCode(demo, account);
  await typeIn(desk, { account, password, code: operatorCode(account) });
}

/** Types an operator's credentials on the open login page. */
export async function typeIn(
  desk: Page,
  { account, password, code }: { account: string; password: string; code: string },
): Promise<void> {
  await expect(desk.getByRole('textbox', { name: deskSay('ui.account') })).toBeFocused();
  await desk.keyboard.type(account);
  await desk.keyboard.press('Tab');
  await desk.keyboard.type(password);
  await desk.keyboard.press('Tab');
  await desk.keyboard.type(code);
  await desk.keyboard.press('Enter');
}

/** The address is the part behind the hash. */
export async function openScreen(desk: Page, path: string): Promise<void> {
  await desk.evaluate((hash) => {
    location.hash = hash;
  }, path);
  // On a busy machine, the previous screen is still in front for a while.
  await expect(desk.locator('html')).toHaveAttribute('data-path', path.replace(/\?.*$/, ''));
  await atDesk(desk);
}

/** Waits until the screen has no requests in flight. */
export async function atDesk(desk: Page): Promise<void> {
  await expect(desk.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(desk.locator('[data-waiting], .RaList-placeholder, .RaLoading-root')).toHaveCount(0);
}

/** Moves down the queue to the row that contains this text. */
export async function goTo(desk: Page, says: string): Promise<Locator> {
  const meant = desk.locator('[role=option][aria-selected=true]');
  await expect(desk.getByRole('listbox')).toBeFocused();
  await expect(desk.getByRole('option').filter({ hasText: says })).toHaveCount(1);
  await desk.keyboard.press('Home');
  while (!((await meant.textContent()) ?? '').includes(says)) await desk.keyboard.press('j');
  return meant;
}

export function decision(desk: Page): Locator {
  return desk.getByRole('region', { name: deskSay('ui.decision') });
}

let pictures = 0;

/** Uses the API and a new proof image. */
export async function handInDeposit(
  request: APIRequestContext,
  customer: Customer,
  deposit: { currency: string; network: string; amount: string; reference?: string },
): Promise<{ id: string }> {
  const voucher = await handInPicture(request, customer, 'voucher');
  return customer.call('POST wallet/charge_req', { ...deposit, voucher });
}

/** Uploads a new image, and returns its id. */
async function handInPicture(
  request: APIRequestContext,
  customer: Customer,
  purpose: 'voucher' | 'loan',
): Promise<string> {
  pictures += 1;
  const buffer = await photo((Date.now() % 1_000_000_000) + pictures, { width: 900, height: 600 });
  const response = await request.post('/api/upload', {
    headers: { authorization: customer.token },
    multipart: { purpose, file: { name: 'picture.jpg', mimeType: 'image/jpeg', buffer } },
  });
  const { message } = (await response.json()) as { message: { id: string } };
  return message.id;
}

/** Uses the API and four documents. */
export async function applyForLoan(
  request: APIRequestContext,
  customer: Customer,
  loan: { amount: string; days: number },
): Promise<{ id: string }> {
  const files: Record<string, string> = {};
  for (const of of loanDocuments) files[of] = await handInPicture(request, customer, 'loan');
  const documents = files as Pick<CallRequest<'POST lh/loan/submit'>, (typeof loanDocuments)[number]>;
  return customer.call('POST lh/loan/submit', { ...loan, ...documents, agree: AGREEMENT_VERSION });
}

const deskPasscode = '135790';

/** Gives a verified customer what a withdrawal requires besides an address: a bank card and a trading password. */
export async function makeReadyToWithdraw(customer: Customer, password: string): Promise<void> {
  await customer.call('POST user/cash_save', { ...testCard, current_password: password });
  await customer.call('POST safe/trading_password', {
    password: deskPasscode,
    re_password: deskPasscode,
    current_password: password,
  });
}

/** Adds a bank card, a trading password and an address, and requests the withdrawal, all through the API. */
export async function askForWithdrawal(
  customer: Customer,
  {
    password,
    amount,
    address = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  }: { password: string; amount: string; address?: string },
): Promise<{ id: string }> {
  const { has_trading_password: has } = await customer.call('GET user/info', {});
  if (!has) await makeReadyToWithdraw(customer, password);
  const { items } = await customer.call('GET wallet/address', {});
  const known = items.find((one) => one.address === address);
  const { id } =
    known ??
    (await customer.call('POST wallet/address_add', {
      network: 'tron',
      address,
      current_password: password,
    }));
  return customer.call('POST wallet/out', {
    currency: 'USDT',
    amount,
    address: id,
    trading_password: deskPasscode,
  });
}

export function transactionId(): string {
  return randomBytes(32).toString('hex');
}
