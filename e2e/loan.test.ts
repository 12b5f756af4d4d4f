/**
 * A loan on the phone: its cost is shown in advance, and it takes four images, the agreement, a decision that appears
 * immediately, and a repayment.
 */
import { amount } from '@candor/domain/money/amount.ts';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { photo } from '@candor/testing/pictures.ts';
import type { Customer } from './customer.ts';
import { examplePassword, newCustomer } from './customer.ts';
import { test } from './demo.ts';
import { applyForLoan } from './desk.ts';
import { verify } from './identity-screens.ts';
import { decideLoan } from './loan-screens.ts';
import { loseAnswers } from './lost-connection.ts';
import { button, fact, open, remember, settled, typeAmount } from './phone.ts';
import { say, saying } from './saying.ts';

const path = '/pages/loan/index';
const tradingPassword = '135790';
const documents = [
  say('loans.document.house'),
  say('loans.document.income'),
  say('loans.document.bank'),
  say('loans.document.identity'),
];

const main = (page: Page) => page.getByRole('main').filter({ visible: true });
const dialog = (page: Page) => page.getByRole('dialog');
const sent = (page: Page) => page.getByText(say('photo.kept'), { exact: true });

async function addPicture(page: Page, of: string, seed: number): Promise<void> {
  const buffer = await photo((Date.now() % 1_000_000_000) + seed, { width: 1000, height: 1400 });
  const file = { name: 'document.jpg', mimeType: 'image/jpeg', buffer };
  await page.getByLabel(say('photo.fileInput', { side: of })).setInputFiles(file);
}

async function enterTradingPassword(page: Page, digits: string): Promise<void> {
  const pad = dialog(page).getByRole('group', { name: say('ui.keypad') });
  for (const key of digits) await pad.getByRole('button', { name: key, exact: true }).tap();
}

async function withTradingPassword(customer: Customer): Promise<void> {
  await customer.call('POST safe/trading_password', {
    password: tradingPassword,
    re_password: tradingPassword,
    current_password: examplePassword,
  });
}

async function spotOf(customer: Customer): Promise<bigint> {
  const wallets = await customer.call('POST wallet/list', {});
  return amount(wallets.find(({ currency }) => currency === 'USDT')?.spot.available ?? '0');
}

test('shows a loan’s price, submits it with four images, and shows its payout to the borrower immediately', async ({
  page,
  request,
  demo,
}) => {
  const customer = await newCustomer(request);
  await remember(page, { token: customer.token });
  await open(page, '/pages/me/newIndex');
  await page.getByRole('link', { name: say('titles.loan') }).tap();
  await settled(page);

  await test.step('shows the cost before the application, and links to the required step', async () => {
    await typeAmount(page, say('loans.amount'), '2000');
    await page.getByRole('radio', { name: say('loans.days', { count: 30 }) }).tap();
    await expect(fact(main(page), say('loans.interestADay'))).toHaveText('1.00 USDT');
    await expect(fact(main(page), say('loans.interestTotal', { days: 30 }))).toHaveText('30.00 USDT');
    await expect(fact(main(page), say('loans.total'))).toHaveText('2,030.00 USDT');
    await expect(fact(main(page), say('loans.apr'))).toHaveText('18.25%');
    await expect(fact(main(page), say('loans.overdueFee'))).toHaveText(
      say('loans.overdueFeeAtMost', { rate: '0.1%', max: '400.00 USDT' }),
    );
    await button(page, say('loans.barred.step.verify')).tap();
    await expect(page.getByRole('heading', { name: say('titles.verification') })).toBeVisible();
  });

  await verify(demo, customer);
  await open(page, path);
  await page.reload();
  await settled(page);
  await expect(page.getByRole('textbox', { name: say('loans.amount') })).toHaveValue('2000');

  await test.step('names every missing item at its field', async () => {
    await button(page, say('loans.goOn')).tap();
    await expect(page.getByText(say('loans.documentMissing.house'))).toBeVisible();
    await expect(page.getByText(say('loans.documentMissing.identity'))).toBeVisible();
    await expect(page.getByText(say('loans.agreeMissing'))).toBeVisible();
  });

  await test.step('keeps sent images and the agreement after a reload', async () => {
    for (const [at, of] of documents.entries()) {
      await addPicture(page, of, at);
      await expect(sent(page)).toHaveCount(at + 1);
    }
    await button(page, say('loans.readAgreement')).tap();
    await expect(dialog(page).getByText(saying('loanAgreement.interest', { daily: '0.05%' }))).toBeVisible();
    await dialog(page)
      .getByRole('button', { name: say('loans.accept') })
      .tap();
    await page.reload();
    await settled(page);
    await expect(sent(page)).toHaveCount(4);
    await expect(page.getByRole('checkbox')).toBeChecked();
    // An agreement covers only the figures for which it was given.
    await page.getByRole('radio', { name: say('loans.days', { count: 15 }) }).tap();
    await expect(page.getByRole('checkbox')).not.toBeChecked();
    await page.getByRole('radio', { name: say('loans.days', { count: 30 }) }).tap();
    await page.getByRole('checkbox').check();
  });

  await test.step('sends a request again after its answer was lost, and creates one loan', async () => {
    await button(page, say('loans.goOn')).tap();
    await expect(fact(dialog(page), say('loans.total'))).toHaveText('2,030.00 USDT');
    const bringBack = await loseAnswers(page, '**/api/lh/loan/submit');
    await button(page, say('loans.submit')).tap();
    await expect(page.getByRole('listitem').filter({ hasText: say('loans.step.review') })).toHaveAttribute(
      'aria-current',
      'step',
    );
    await bringBack();
    expect((await customer.call('GET lh/loan/order', {})).items).toHaveLength(1);
  });

  const [asked] = (await customer.call('GET lh/loan/order', {})).items;
  const before = await spotOf(customer);
  await decideLoan(demo, { customer, id: asked?.id ?? '', verdict: 'approve' });
  await expect(page.getByText(`${say('notice.loan_disbursed.subject')}: 2,000 USDT`)).toBeVisible();
  await expect(fact(main(page), say('loans.principal'))).toContainText('2,000.00 USDT');
  await expect(fact(main(page), say('loans.interest')).first()).toContainText('1.00 USDT');
  await expect(page.getByText(say('loans.daysLeft', { count: 30 }))).toBeVisible();
  expect(await spotOf(customer)).toBe(before + amount('2000'));
});

test('repays a loan in part and then in full, and never takes more than is owed', async ({
  page,
  request,
  demo,
}) => {
  const customer = await newCustomer(request);
  await withTradingPassword(customer);
  await verify(demo, customer);
  const before = await spotOf(customer);
  const { id } = await applyForLoan(request, customer, { amount: '1000', days: 7 });
  await decideLoan(demo, { customer, id, verdict: 'approve' });
  await remember(page, { token: customer.token });
  await open(page, path);
  await expect(main(page).getByText('1,000.50 USDT').first()).toBeVisible();

  await button(page, say('loans.repay')).tap();
  await typeAmount(page, say('loans.payAmount'), '1001');
  await expect(dialog(page).getByRole('button', { name: say('loans.problem.above_due') })).toBeVisible();
  await typeAmount(page, say('loans.payAmount'), '300.5');
  await expect(fact(dialog(page), say('loans.interest'))).toHaveText('0.50 USDT');
  await expect(fact(dialog(page), say('loans.principal'))).toHaveText('300.00 USDT');
  await expect(fact(dialog(page), say('loans.leftAfter'))).toHaveText('700.00 USDT');
  await dialog(page)
    .getByRole('button', { name: say('loans.goOn') })
    .tap();
  await expect(dialog(page).getByText(say('loans.lookSentence'))).toBeVisible();
  await dialog(page)
    .getByRole('button', { name: say('loans.goOn') })
    .tap();
  await enterTradingPassword(page, '000000');
  await expect(dialog(page).getByText(say('refusal.trading_password_wrong'))).toBeVisible();
  await test.step('sends a payment again after its answer was lost, and charges it once', async () => {
    const bringBack = await loseAnswers(page, '**/api/lh/loan/repayment');
    await enterTradingPassword(page, tradingPassword);
    await expect.poll(async () => (await customer.call('GET lh/loan/payments', { id })).items.length).toBe(1);
    await bringBack();
    await page.reload();
    await settled(page);
    await button(page, say('loans.repay')).tap();
    await expect(page.getByRole('textbox', { name: say('loans.payAmount') })).toHaveValue('300.5');
    for (const _ of ['what it pays', 'the password']) {
      await dialog(page)
        .getByRole('button', { name: say('loans.goOn') })
        .tap();
    }
    await enterTradingPassword(page, tradingPassword);
  });
  await expect(dialog(page).getByText(say('loans.repaidPart', { due: '700.00 USDT' }))).toBeVisible();
  expect((await customer.call('GET lh/loan/payments', { id })).items).toHaveLength(1);
  await dialog(page)
    .getByRole('button', { name: say('loans.done') })
    .tap();
  await expect(
    page.getByText(say('loans.splitOf', { fee: '0.00', interest: '0.50', principal: '300.00' })),
  ).toBeVisible();

  // In the list, the sheet stays in place while the loan moves from one tab to the other.
  await open(page, '/pages/loan/order');
  await main(page)
    .getByRole('button')
    .filter({ hasText: say('loans.status.disbursed') })
    .tap();
  await button(page, say('loans.repay')).tap();
  const repaying = page.getByRole('dialog', { name: say('loans.repayTitle') });
  await repaying.getByRole('button', { name: say('loans.all') }).tap();
  await repaying.getByRole('button', { name: say('loans.goOn') }).tap();
  await repaying.getByRole('button', { name: say('loans.goOn') }).tap();
  await page.getByLabel(say('loans.tradingPassword')).fill(tradingPassword);
  const receipt = page.getByRole('dialog', { name: say('loans.receipt') });
  await expect(receipt.getByText(say('loans.repaidWhole'))).toBeVisible();
  await receipt.getByRole('button', { name: say('loans.done') }).tap();
  await expect(
    page
      .getByRole('dialog', { name: saying('loans.loanOf') })
      .getByText(say('loans.status.settled'))
      .first(),
  ).toBeVisible();
  expect(await spotOf(customer)).toBe(before - amount('0.5'));
  const stored = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  expect(stored).not.toContain(tradingPassword);
});

test('shows the reason why a loan was rejected, and offers to apply again', async ({
  page,
  request,
  demo,
}) => {
  const customer = await newCustomer(request);
  await verify(demo, customer);
  const { id } = await applyForLoan(request, customer, { amount: '1000', days: 7 });
  await remember(page, { token: customer.token });
  await open(page, path);
  await expect(button(page, say('loans.cancel'))).toBeVisible();
  await decideLoan(demo, { customer, id, verdict: 'reject' });
  await expect(page.getByText(say('loans.reason.income_unclear'))).toBeVisible();
  await button(page, say('loans.another')).tap();
  await expect(page.getByRole('textbox', { name: say('loans.amount') })).toBeVisible();
});
