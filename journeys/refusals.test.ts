/** What cannot be done is said in words, at the field it is about, and changes nothing. */
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { Customer } from './customer.ts';
import { newCustomer } from './customer.ts';
import { test } from './demo.ts';
import { button, open, remember } from './phone.ts';
import { say } from './saying.ts';

type Case = {
  readonly name: string;
  readonly ticket: Readonly<Record<string, string>>;
  readonly side?: 'Sell';
  readonly type?: 'Limit';
  /** The field that is called wrong; none where something is only missing. */
  readonly field?: string;
  readonly says: RegExp;
  readonly button: string;
};

const cases: readonly Case[] = [
  {
    name: 'nothing typed',
    ticket: { [say('spot.amount')]: '' },
    says: /Enter an amount/,
    button: 'Enter an amount',
  },
  {
    name: 'more than there is',
    ticket: { [say('spot.amount')]: '100001' },
    field: say('spot.amount'),
    says: /Your balance is too low\. You need 100,001\.00 USDT and have 100,000\.00 USDT available\. Enter a smaller amount\./,
    button: 'Check the amount',
  },
  {
    name: 'less than the least',
    ticket: { [say('spot.amount')]: '1' },
    field: say('spot.amount'),
    says: /The amount is below the minimum of [\d.]+\. Enter [\d.]+ or more\./,
    button: 'Check the amount',
  },
  {
    name: 'coins that one does not have',
    side: 'Sell',
    ticket: { Quantity: '1' },
    field: 'Quantity',
    says: /You don’t have enough BTC\. You need 1 and have 0 available\. Enter a smaller quantity\./,
    button: 'Check the quantity',
  },
  {
    name: 'below the least quantity',
    side: 'Sell',
    ticket: { Quantity: '0.00001' },
    field: 'Quantity',
    says: /The quantity is below the minimum of 0\.0001\. Enter 0\.0001 or more\./,
    button: 'Check the quantity',
  },
  {
    name: 'above the largest quantity',
    type: 'Limit',
    ticket: { 'Limit price': '1000', Quantity: '101' },
    field: 'Quantity',
    says: /The quantity is above the maximum of 100\. Enter 100 or less\./,
    button: 'Check the quantity',
  },
  {
    name: 'no price',
    type: 'Limit',
    ticket: { Quantity: '0.01' },
    says: /Enter a limit price/,
    button: 'Enter a limit price',
  },
  {
    name: 'a limit sell below the price',
    type: 'Limit',
    side: 'Sell',
    ticket: { 'Limit price': '1000', Quantity: '0.01' },
    field: 'Limit price',
    says: /A limit sell order can’t be below the current price of [\d,.]+\. Enter a higher price\./,
    button: 'Check the limit price',
  },
];

async function fill(page: Page, { side, type, ticket }: Case): Promise<void> {
  await page.getByRole('radio', { name: side ?? 'Buy' }).tap();
  await page.getByRole('radio', { name: type ?? 'Market' }).tap();
  for (const [label, text] of Object.entries(ticket)) {
    await page.getByRole('textbox', { name: label }).fill(text);
    await page.keyboard.press('Enter');
  }
}

async function nothingHappened(customer: Customer): Promise<void> {
  expect((await customer.call('GET coin/list', {})).items).toEqual([]);
  const usdt = (await customer.call('POST wallet/list', {})).find(({ currency }) => currency === 'USDT');
  expect(usdt?.spot).toEqual({ available: '100000', frozen: '0' });
}

test('the ticket names the field and the button says why', async ({ page, request }) => {
  const customer = await newCustomer(request);
  await remember(page, { token: customer.token });
  await open(page, '/pages/index/index?symbol=BTC/USDT');
  for (const one of cases) {
    await test.step(one.name, async () => {
      await page.evaluate(() => sessionStorage.clear());
      await page.reload();
      await fill(page, one);
      const blocked = button(page, one.button);
      await expect(blocked).toBeVisible();
      await expect(blocked).toHaveAttribute('aria-disabled', 'true');
      if (one.field === undefined) {
        await expect(page.getByRole('alert')).toHaveCount(0);
      } else {
        const field = page.getByRole('textbox', { name: one.field });
        await expect(field).toHaveAttribute('aria-invalid', 'true');
        await expect(field).toHaveAccessibleDescription(one.says);
      }
      // A tap on it opens nothing and sends nothing.
      await blocked.tap({ force: true });
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
  }
  await nothingHappened(customer);
});

test('what only the server can refuse is said at its field, and the ticket stays filled', async ({
  page,
  request,
}) => {
  const customer = await newCustomer(request);
  await remember(page, { token: customer.token });
  await open(page, '/pages/index/index?symbol=BTC/USDT');
  await page.getByRole('textbox', { name: say('spot.amount') }).fill('60000');
  await page.keyboard.press('Enter');
  await button(page, 'Buy BTC').tap();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('button', { name: say('spot.confirmBuy') })).toBeVisible();
  // Another device spends the money at the very moment, before this one has heard of it.
  await page.route('**/api/coin/trade', async (route) => {
    const order = { symbol: 'ETH/USDT', side: 'buy', type: 'market', amount: '50000' } as const;
    await customer.call('POST coin/trade', order);
    await route.continue();
  });
  await sheet.getByRole('button', { name: say('spot.confirmBuy') }).tap();
  await expect(page.getByText(/Your balance is too low\. You need .* available/).first()).toBeVisible();
  await expect(sheet).toHaveCount(0);
  const field = page.getByRole('textbox', { name: say('spot.amount') });
  await expect(field).toHaveValue('60000');
  await expect(field).toHaveAccessibleDescription(/Your balance is too low/);
});

const stakes = [
  { stake: '', says: undefined, reason: 'Enter a stake' },
  {
    stake: '9.99',
    says: /This is below the minimum stake\. Enter 10\.00 USDT or more\./,
    reason: 'Check the stake',
  },
  {
    stake: '5000.01',
    says: /This is above the maximum stake\. Enter 5,000\.00 USDT or less\./,
    reason: 'Check the stake',
  },
  {
    stake: '100.01',
    says: /Your option account balance is too low\. You need 100\.01 USDT and have 100\.00 USDT available\./,
    reason: 'Check the stake',
  },
] as const;

test('a stake that cannot be is told at its field, and Up and Down say why they rest', async ({
  page,
  request,
}) => {
  const customer = await newCustomer(request);
  const money = { currency: 'USDT', from: 'spot', to: 'option' } as const;
  await customer.call('POST wallet/transfer', { ...money, amount: '100' });
  await remember(page, { token: customer.token });
  await open(page, '/pages/index/index?product=option&symbol=BTC/USDT');
  const field = page.getByRole('textbox', { name: say('tickets.stake') });
  for (const { stake, says, reason } of stakes) {
    await field.fill(stake);
    await page.keyboard.press('Enter');
    await expect(page.getByText(reason, { exact: true })).toBeVisible();
    if (says === undefined) await expect(page.getByRole('alert')).toHaveCount(0);
    else await expect(field).toHaveAccessibleDescription(says);
    for (const side of ['Up', say('tickets.side.down')]) {
      await expect(button(page, side)).toHaveAttribute('aria-disabled', 'true');
      await button(page, side).tap({ force: true });
    }
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }

  // Another device moves the money away between the confirmation and the request.
  await field.fill('60');
  await page.keyboard.press('Enter');
  await button(page, say('tickets.side.down')).tap();
  await page.route('**/api/microtrade/submit', async (route) => {
    await customer.call('POST wallet/transfer', { ...money, from: 'option', to: 'spot', amount: '50' });
    await route.continue();
  });
  await button(page, say('option.confirm.down')).tap();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(field).toHaveValue('60');
  await expect(field).toHaveAccessibleDescription(
    /Your option account balance is too low\. You need 60\.00 USDT/,
  );
  expect(await customer.call('GET microtrade/lists', {})).toEqual([]);
});

test('a form shows all that is wrong at once and goes to the first of it', async ({ page }) => {
  await open(page, '/pages/register/index');
  await page.getByRole('textbox', { name: say('registration.email') }).fill('nobody');
  await button(page, say('registration.createAccount')).tap();
  await expect(page.getByRole('textbox', { name: say('registration.account') })).toBeFocused();
  const email = page.getByRole('textbox', { name: say('registration.email') });
  await expect(email).toHaveAccessibleDescription(say('registration.emailForm'));
  await expect(page.getByLabel(say('registration.birthDate'))).toHaveAccessibleDescription(
    'Enter your date of birth.',
  );
  await expect(email).toHaveValue('nobody');
});

test('a pasted figure is read by the marks of the language, or refused by the name of the field', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, '/pages/index/index?symbol=BTC/USDT');
  const field = page.getByRole('textbox', { name: say('spot.amount') });
  const paste = async (text: string): Promise<void> => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await field.press('Control+A');
    await field.press('Control+V');
  };
  await paste('1,500');
  await expect(field).toHaveValue('1500');
  await paste('1.234,56');
  await expect(field).toHaveValue('1234.56');
  await paste('1e3');
  await expect(field).toHaveAccessibleDescription(
    'The pasted “1e3” is not a number for “Amount to spend”. Type it instead.',
  );
  await expect(field).toHaveValue('1234.56');
  await field.press('Backspace');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a wrong password is said at its field and nowhere else', async ({ page }) => {
  await open(page, '/pages/login/index');
  await page.getByRole('textbox', { name: say('session.account') }).fill('lena');
  const password = page.getByRole('textbox', { name: say('registration.password') });
  await password.fill('not-hers');
  await page
    .locator('form')
    .getByRole('button', { name: say('registration.logIn') })
    .tap();
  await expect(password).toHaveAccessibleDescription(/Your account or password is wrong/);
  await expect(page.getByText(/Your account or password is wrong/)).toHaveCount(1);
});
