/**
 * A connection that is lost in the middle of the other forms that move money: joining the fund, an exchange, opening a contract,
 * closing a part of it, and an option. `loan.test.ts` covers a loan repayment whose answer is lost, `withdrawal.test.ts` a
 * withdrawal, and `deposit.test.ts` a deposit.
 */
import type { APIRequestContext, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { Customer } from './customer.ts';
import { exampleCustomer } from './customer.ts';
import { test } from './demo.ts';
import { askForPrice } from './exchange-screens.ts';
import { loseConnectionIn, textbox } from './lost-connection.ts';
import type { Form } from './lost-connection.ts';
import { button, typeAmount } from './phone.ts';
import { say, saying } from './saying.ts';

/** An example customer who starts over, with money in the required account. */
async function withMoneyIn(
  request: APIRequestContext,
  to: 'contract' | 'option' | 'spot',
): Promise<Customer> {
  const customer = await exampleCustomer(request, 1);
  if (to !== 'spot') {
    await customer.call('POST wallet/transfer', { currency: 'USDT', from: 'spot', to, amount: '5000' });
  }
  return customer;
}

const again = say('spot.sendAgain');
const positionsOf = async (customer: Customer) =>
  (await customer.call('POST lever/my_trade', { status: 'holding' })).items;

const forms: readonly Form[] = [
  {
    name: 'joining the fund',
    path: '/pages/arbitrage/detail?id=2',
    call: 'lh/deposit',
    customer: (request) => withMoneyIn(request, 'spot'),
    fill: (page) => typeAmount(page, say('fund.amount'), '6000'),
    review: (page) => button(page, say('fund.join')).tap(),
    sends: say('fund.joinConfirm'),
    again: say('fund.joinConfirm'),
    kept: (page) => expect(textbox(page, say('fund.amount'))).toHaveValue('6000'),
    times: async (customer) => (await customer.call('GET lh/deposit/order', {})).items.length,
  },
  {
    name: 'an exchange',
    path: '/pages/me/exchange',
    call: 'wallet/flashAgainst',
    customer: (request) => withMoneyIn(request, 'spot'),
    fill: (page) => askForPrice(page, '250'),
    review: () => Promise.resolve(),
    sends: saying('exchange.confirm', { given: '250 USDT' }),
    again: say('exchange.sendAgain'),
    kept: (page) => expect(textbox(page, say('exchange.amount'))).toHaveValue('250'),
    times: async (customer) => (await customer.call('GET wallet/myFlashAgainstList', {})).items.length,
  },
  {
    name: 'a contract',
    path: '/pages/index/index?product=contract&symbol=BTC/USDT',
    call: 'lever/submit',
    customer: (request) => withMoneyIn(request, 'contract'),
    fill: (page) => typeAmount(page, say('spot.quantity'), '0.05'),
    review: (page) => button(page, say('opening.open.long', { symbol: 'BTC/USDT' })).tap(),
    sends: say('opening.confirm.long'),
    again,
    kept: (page) => expect(textbox(page, say('spot.quantity'))).toHaveValue('0.05'),
    times: async (customer) => (await positionsOf(customer)).length,
  },
  {
    name: 'closing a part of a contract',
    path: '/pages/order/contract',
    call: 'lever/close',
    customer: async (request) => {
      const customer = await withMoneyIn(request, 'contract');
      await customer.call('POST lever/submit', {
        ...({ symbol: 'BTC/USDT', side: 'long', type: 'market', quantity: '0.05', leverage: 10 } as const),
      });
      return customer;
    },
    fill: async (page) => {
      await closeSheet(page);
      await typeAmount(page, say('positions.quantityToClose'), '0.02');
    },
    review: closeSheet,
    sends: say('positions.confirmClose'),
    again: say('positions.sendAgain'),
    kept: async (page) => {
      await closeSheet(page);
      await expect(textbox(page, say('positions.quantityToClose'))).toHaveValue('0.02');
    },
    times: async (customer) => (await positionsOf(customer))[0]?.closes.length ?? 0,
  },
  {
    name: 'an option',
    path: '/pages/index/index?product=option&symbol=BTC/USDT',
    call: 'microtrade/submit',
    customer: (request) => withMoneyIn(request, 'option'),
    fill: (page) => typeAmount(page, say('option.stake'), '12.5'),
    review: (page) => button(page, say('option.side.up')).tap(),
    sends: say('option.confirm.up'),
    again,
    kept: (page) => expect(textbox(page, say('option.stake'))).toHaveValue('12.5'),
    times: async (customer) => (await customer.call('GET microtrade/lists', {})).length,
  },
];

/** Opens the sheet only once, because its fields keep their values. */
async function closeSheet(page: Page): Promise<void> {
  if ((await page.getByRole('dialog').count()) > 0) return;
  await page
    .getByRole('article')
    .getByRole('button', { name: say('positions.close'), exact: true })
    .tap();
}

for (const form of forms) {
  test(`${form.name} takes effect once, although the connection is lost three times`, ({ page, request }) =>
    loseConnectionIn(form, page, request));
}
