/** Invalid input is explained at its field, and changes nothing. */
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { Customer } from './customer.ts';
import { newCustomer } from './customer.ts';
import { test } from './demo.ts';
import { button, chooseFrom, open, remember } from './phone.ts';
import { containing, say } from './saying.ts';

type Case = {
  readonly name: string;
  readonly ticket: Readonly<Record<string, string>>;
  readonly side?: 'spot.sell';
  readonly type?: 'spot.limit';
  /** The field that is marked as invalid; none if a value is only missing. */
  readonly field?: string;
  readonly says?: RegExp;
  readonly button: string;
};

const cases: readonly Case[] = [
  {
    name: 'nothing typed',
    ticket: { [say('spot.amount')]: '' },
    button: say('spot.problem.amount_missing'),
  },
  {
    name: 'more than there is',
    ticket: { [say('spot.amount')]: '100001' },
    field: say('spot.amount'),
    says: containing('refusal.balance_insufficient', {
      ...{ needed: '100,001.00', available: '100,000.00', currency: 'USDT' },
    }),
    button: say('spot.check.amount'),
  },
  {
    name: 'less than the least',
    ticket: { [say('spot.amount')]: '1' },
    field: say('spot.amount'),
    says: containing('refusal.amount_below_minimum'),
    button: say('spot.check.amount'),
  },
  {
    name: 'coins that one does not have',
    side: 'spot.sell',
    ticket: { [say('spot.quantity')]: '1' },
    field: say('spot.quantity'),
    says: containing('refusal.coins_insufficient', { currency: 'BTC', needed: '1', available: '0' }),
    button: say('spot.check.quantity'),
  },
  {
    name: 'below the least quantity',
    side: 'spot.sell',
    ticket: { [say('spot.quantity')]: '0.00001' },
    field: say('spot.quantity'),
    says: containing('refusal.quantity_below_minimum', { min: '0.0001' }),
    button: say('spot.check.quantity'),
  },
  {
    name: 'above the largest quantity',
    type: 'spot.limit',
    ticket: { [say('spot.limitPrice')]: '1000', [say('spot.quantity')]: '101' },
    field: say('spot.quantity'),
    says: containing('refusal.quantity_above_maximum', { max: '100' }),
    button: say('spot.check.quantity'),
  },
  {
    name: 'no price',
    type: 'spot.limit',
    ticket: { [say('spot.quantity')]: '0.01' },
    button: say('spot.problem.price_missing'),
  },
  {
    name: 'a limit sell below the price',
    type: 'spot.limit',
    side: 'spot.sell',
    ticket: { [say('spot.limitPrice')]: '1000', [say('spot.quantity')]: '0.01' },
    field: say('spot.limitPrice'),
    says: containing('refusal.limit_sell_below_price'),
    button: say('spot.check.price'),
  },
];

async function fill(page: Page, { side, type, ticket }: Case): Promise<void> {
  await page.getByRole('radio', { name: say(side ?? 'spot.buy') }).tap();
  if (type !== undefined) await chooseFrom(page, say('spot.type'), say(type));
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

test('marks the invalid field of the ticket, and gives the reason on the button', async ({
  page,
  request,
}) => {
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
      if (one.field === undefined || one.says === undefined) {
        await expect(page.getByRole('alert')).toHaveCount(0);
      } else {
        const field = page.getByRole('textbox', { name: one.field });
        await expect(field).toHaveAttribute('aria-invalid', 'true');
        await expect(field).toHaveAccessibleDescription(one.says);
      }
      // A tap on the button opens nothing and sends nothing.
      await blocked.tap({ force: true });
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
  }
  await nothingHappened(customer);
});

test('shows a refusal by the server at its field, and keeps the ticket', async ({ page, request }) => {
  const customer = await newCustomer(request);
  await remember(page, { token: customer.token });
  await open(page, '/pages/index/index?symbol=BTC/USDT');
  await page.getByRole('textbox', { name: say('spot.amount') }).fill('60000');
  await page.keyboard.press('Enter');
  await button(page, say('spot.buyBase', { base: 'BTC' })).tap();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('button', { name: say('spot.confirmBuy') })).toBeVisible();
  // A second device spends the money now, before this device is notified.
  await page.route('**/api/coin/trade', async (route) => {
    const order = { symbol: 'ETH/USDT', side: 'buy', type: 'market', amount: '50000' } as const;
    await customer.call('POST coin/trade', order);
    await route.continue();
  });
  await sheet.getByRole('button', { name: say('spot.confirmBuy') }).tap();
  await expect(page.getByText(containing('refusal.balance_insufficient')).first()).toBeVisible();
  await expect(sheet).toHaveCount(0);
  const field = page.getByRole('textbox', { name: say('spot.amount') });
  await expect(field).toHaveValue('60000');
  await expect(field).toHaveAccessibleDescription(containing('refusal.balance_insufficient'));
});

const stakes = [
  { stake: '', says: undefined, reason: say('option.problem.stake_missing') },
  {
    stake: '9.99',
    says: containing('refusal.stake_below_minimum', { min: '10.00', currency: 'USDT' }),
    reason: say('option.check.stake'),
  },
  {
    stake: '5000.01',
    says: containing('refusal.stake_above_maximum', { max: '5,000.00', currency: 'USDT' }),
    reason: say('option.check.stake'),
  },
  {
    stake: '100.01',
    says: containing('refusal.option_balance_insufficient', {
      ...{ needed: '100.01', available: '100.00', currency: 'USDT' },
    }),
    reason: say('option.check.stake'),
  },
] as const;

test('explains an invalid stake at its field, and disables Up and Down with the reason', async ({
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
    for (const side of [say('tickets.side.up'), say('tickets.side.down')]) {
      await expect(button(page, side)).toHaveAttribute('aria-disabled', 'true');
      await button(page, side).tap({ force: true });
    }
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }

  // A second device moves the money away between the confirmation and the request.
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
    containing('refusal.option_balance_insufficient', { needed: '60.00', currency: 'USDT' }),
  );
  expect(await customer.call('GET microtrade/lists', {})).toEqual([]);
});

test('shows all errors of a form together, and moves the focus to the first', async ({ page }) => {
  await open(page, '/pages/register/index');
  await page.getByRole('textbox', { name: say('registration.email') }).fill('nobody');
  await button(page, say('registration.next')).tap();
  const email = page.getByRole('textbox', { name: say('registration.email') });
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription(say('registration.emailForm'));
  await expect(page.getByRole('textbox', { name: say('registration.code') })).toHaveAccessibleDescription(
    say('registration.codeForm'),
  );
  await expect(email).toHaveValue('nobody');
});

test('parses a pasted figure by the separators of the language, or rejects it with the name of its field', async ({
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
    say('ui.unreadable', { text: '1e3', field: say('spot.amount') }),
  );
  await expect(field).toHaveValue('1234.56');
  await field.press('Backspace');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('shows a wrong password only at its field', async ({ page }) => {
  await open(page, '/pages/login/index');
  await page.getByRole('textbox', { name: say('session.account') }).fill('lena');
  const password = page.getByRole('textbox', { name: say('registration.password') });
  await password.fill('not-hers');
  await page
    .locator('form')
    .getByRole('button', { name: say('registration.logIn') })
    .tap();
  await expect(password).toHaveAccessibleDescription(say('refusal.login_wrong'));
  await expect(page.getByText(say('refusal.login_wrong'))).toHaveCount(1);
});
