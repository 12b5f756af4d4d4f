/** The screens of loans for the tests of all screens, and the loans that they show. */
import type { APIRequestContext, Page } from '@playwright/test';
import { ownersUrl } from '../server/src/db/postgres-cluster.ts';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import type { Customer } from './customer.ts';
import type { Demo } from './demo.ts';
import { applyForLoan } from './desk.ts';
import { settled } from './phone.ts';
import type { ScreenShot } from './screen-shot.ts';
import { button, sheet, tapForSheet } from './screen-shot.ts';
import { say } from './saying.ts';

const loan = '/pages/loan/index';
const loans = '/pages/loan/order';

const main = (page: Page) => page.getByRole('main').filter({ visible: true });
const dialog = (page: Page) => page.getByRole('dialog');

async function calculate(page: Page, amount: string): Promise<void> {
  await page.getByRole('textbox', { name: say('loans.amount') }).fill(amount);
  await page.keyboard.press('Enter');
  await page.getByRole('radio', { name: say('loans.days', { count: 30 }) }).tap();
}

async function repay(page: Page, amount: string): Promise<void> {
  await tapForSheet(page, say('loans.repay'));
  await page.getByRole('textbox', { name: say('loans.payAmount') }).fill(amount);
  await page.keyboard.press('Enter');
}

const applying: readonly ScreenShot[] = [
  { name: 'a loan before verification', path: loan, as: 'customer', act: (page) => calculate(page, '2500') },
  {
    name: 'a loan outside the bounds',
    path: loan,
    as: 'customer',
    act: async (page) => {
      await calculate(page, '999');
      await main(page).getByRole('alert').waitFor();
    },
  },
  {
    name: 'a loan with what is missing',
    path: loan,
    as: 'borrower',
    act: async (page) => {
      await calculate(page, '50000');
      await button(page, say('loans.goOn')).tap();
      await main(page).getByText(say('loans.agreeMissing')).waitFor();
    },
  },
  {
    name: 'the loan agreement before consent',
    path: loan,
    as: 'borrower',
    act: async (page) => {
      await calculate(page, '50000');
      await tapForSheet(page, say('loans.readAgreement'));
    },
  },
  { name: 'the loan agreement', path: '/pages/news/jkxy', as: 'visitor' },
];

const running: readonly ScreenShot[] = [
  { name: 'a loan paid out', path: loan, as: 'trader' },
  { name: 'repaying a loan', path: loan, as: 'trader', act: (page) => repay(page, '1234.56') },
  { name: 'repaying more than is owed', path: loan, as: 'trader', act: (page) => repay(page, '98765') },
  {
    name: 'a repayment looked at once more',
    path: loan,
    as: 'trader',
    act: async (page) => {
      await repay(page, '1234.56');
      await dialog(page)
        .getByRole('button', { name: say('loans.goOn') })
        .tap();
    },
  },
  {
    name: 'the trading password of a repayment',
    path: loan,
    as: 'trader',
    act: async (page) => {
      await repay(page, '1234.56');
      await dialog(page)
        .getByRole('button', { name: say('loans.goOn') })
        .tap();
      await dialog(page)
        .getByRole('button', { name: say('loans.goOn') })
        .tap();
      await page.getByLabel(say('titles.tradingPassword')).waitFor();
    },
  },
];

const lists: readonly ScreenShot[] = [
  { name: 'no loans', path: loans, as: 'customer' },
  { name: 'my loans', path: loans, as: 'trader' },
  {
    name: 'a loan in its sheet',
    path: loans,
    as: 'trader',
    act: async (page) => {
      await main(page)
        .getByRole('button')
        .filter({ hasText: say('loans.status.disbursed') })
        .tap();
      await sheet(page);
      await settled(page);
    },
  },
  {
    name: 'a loan taken back',
    path: `${loans}?tab=finished`,
    as: 'trader',
    act: async (page) => {
      await main(page)
        .getByRole('button')
        .filter({ hasText: say('loans.cancelled') })
        .tap();
      await sheet(page);
    },
  },
];

export const loanScreens: readonly ScreenShot[] = [...applying, ...running, ...lists];

/** Reviewers approve a loan through the operators' API, a large one with two approvals, or reject it. */
export async function decideLoan(
  demo: Demo,
  { customer, id, verdict }: { customer: Customer; id: string; verdict: 'approve' | 'reject' },
): Promise<void> {
  const { id: number } = await customer.call('GET user/info', {});
  const at = { origin: demo.origin, url: await ownersUrl(demo.data) };
  const rosa = await openConsoleLine(at, 'rosa');
  const of = { customer: number, id };
  const { amount, documents, needs_second: two } = await rosa.done('GET loan', of);
  const decision = {
    ...{ ...of, amount, verdict, documents: documents.map(({ hash }) => hash) },
    ...(verdict === 'reject' && { reason: 'income_unclear' as const }),
    note: 'All four documents were looked at.',
  };
  await rosa.done('POST loan_decide', decision);
  if (two && verdict === 'approve')
    await (await openConsoleLine(at, 'theo')).done('POST loan_decide', decision);
}

/** Gives the example customer a loan that was cancelled and one that was paid out. */
export async function furnishLoans(
  request: APIRequestContext,
  { demo, trader }: { readonly demo: Demo; readonly trader: Customer },
): Promise<void> {
  const { id: back } = await applyForLoan(request, trader, { amount: '1000', days: 7 });
  await trader.call('POST lh/loan/cancel', { id: back });
  const { id } = await applyForLoan(request, trader, { amount: '12345.67', days: 30 });
  await decideLoan(demo, { customer: trader, id, verdict: 'approve' });
}
