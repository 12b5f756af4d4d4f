/** The screens of deposits, withdrawals, the address book and the house's corrections, for the tests of all screens. */
import { randomInt } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { photo } from '@candor/testing/pictures.ts';
import type { Customer } from './customer.ts';
import { settled } from './phone.ts';
import type { ScreenShot } from './screen-shot.ts';
import { button, sheet, tapForSheet } from './screen-shot.ts';
import { say } from './saying.ts';

const deposit = '/pages/order/charge';
const proof = '/pages/uploadpayvoucher/index';
const withdraw = '/pages/order/withdraw';
const addresses = '/pages/me/addresses';
const tradingPassword = '135790';

const main = (page: Page) => page.getByRole('main').filter({ visible: true });
const dialog = (page: Page) => page.getByRole('dialog');

async function fillAmount(page: Page, name: string, amount: string): Promise<void> {
  await page.getByRole('textbox', { name }).fill(amount);
  await page.keyboard.press('Enter');
}

async function chooseAddress(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: say('withdrawals.address') }).tap();
  await page.getByRole('option').first().tap();
  await dialog(page).waitFor({ state: 'detached' });
}

/** Cancels a withdrawal that an earlier visit may have left open. */
async function noneInFlight(page: Page): Promise<void> {
  if ((await button(page, say('withdrawals.cancel')).count()) > 0) {
    await button(page, say('withdrawals.cancel')).tap();
    await button(page, say('withdrawals.cancelConfirm')).tap();
    await button(page, say('withdrawals.another')).tap();
    await settled(page);
  }
}

async function askFor(page: Page, amount: string): Promise<void> {
  await noneInFlight(page);
  await chooseAddress(page);
  await fillAmount(page, say('withdrawals.amount'), amount);
}

async function lookOnceMore(page: Page): Promise<void> {
  await askFor(page, '120');
  await tapForSheet(page, say('withdrawals.goOn'));
}

async function inFlight(page: Page): Promise<void> {
  if ((await button(page, say('withdrawals.cancel')).count()) > 0) return;
  await lookOnceMore(page);
  await dialog(page)
    .getByRole('button', { name: say('withdrawals.goOn') })
    .tap();
  await page.getByLabel(say('titles.tradingPassword')).fill(tradingPassword);
  await button(page, say('withdrawals.cancel')).waitFor();
  await settled(page);
}

const depositScreens: readonly ScreenShot[] = [
  { name: 'deposit', path: deposit, as: 'customer' },
  {
    name: 'deposit by chain',
    path: deposit,
    as: 'customer',
    act: async (page) => {
      await page.getByRole('radio', { name: 'USDT' }).tap();
      await page.getByRole('radio', { name: 'Tron (TRC-20)' }).tap();
    },
  },
  {
    name: 'deposit by wire',
    path: deposit,
    as: 'customer',
    act: (page) => page.getByRole('radio', { name: 'EUR' }).tap(),
  },
  { name: 'proof of nothing chosen', path: proof, as: 'customer' },
  {
    name: 'proof of a wire',
    path: `${proof}?currency=EUR&network=wire`,
    as: 'customer',
    act: (page) => fillAmount(page, say('deposits.amountSent'), '1234.56'),
  },
  {
    name: 'proof with what is missing',
    path: `${proof}?currency=USDT&network=tron`,
    as: 'customer',
    act: async (page) => {
      await page.getByRole('textbox', { name: say('deposits.referenceChain') }).fill('abc');
      await button(page, say('deposits.handIn')).tap();
      await main(page).getByRole('alert').first().waitFor();
    },
  },
  { name: 'my deposits', path: `${deposit}?tab=list`, as: 'customer' },
  {
    name: 'a deposit under review',
    path: `${deposit}?tab=list`,
    as: 'customer',
    act: async (page) => {
      await main(page)
        .getByRole('button')
        .filter({ hasText: say('withdrawals.status.under_review') })
        .tap();
      await sheet(page);
    },
  },
  {
    name: 'cancelling a deposit',
    path: `${deposit}?tab=list`,
    as: 'customer',
    act: async (page) => {
      await main(page)
        .getByRole('button')
        .filter({ hasText: say('withdrawals.status.under_review') })
        .tap();
      await tapForSheet(page, say('deposits.cancel'));
      await page.getByRole('dialog', { name: say('deposits.cancelTitle') }).waitFor();
    },
  },
];

const withdrawalScreens: readonly ScreenShot[] = [
  { name: 'withdraw with what is missing', path: withdraw, as: 'customer' },
  { name: 'no withdrawals', path: `${withdraw}?tab=list`, as: 'customer' },
  { name: 'withdraw by two persons', path: withdraw, as: 'trader', act: (page) => askFor(page, '12345.6') },
  {
    name: 'withdraw more than there is',
    path: withdraw,
    as: 'trader',
    act: (page) => askFor(page, '9876543'),
  },
  {
    name: 'addresses to choose from',
    path: withdraw,
    as: 'trader',
    act: async (page) => {
      await noneInFlight(page);
      await page.getByRole('combobox', { name: say('withdrawals.address') }).tap();
      await sheet(page);
    },
  },
  { name: 'a withdrawal looked at once more', path: withdraw, as: 'trader', act: lookOnceMore },
  {
    name: 'a wrong trading password',
    path: withdraw,
    as: 'trader',
    act: async (page) => {
      await lookOnceMore(page);
      await dialog(page)
        .getByRole('button', { name: say('withdrawals.goOn') })
        .tap();
      await page.getByLabel(say('titles.tradingPassword')).fill('000000');
      await page.getByText(say('refusal.trading_password_wrong')).waitFor();
    },
  },
  { name: 'a withdrawal under way', path: withdraw, as: 'trader', act: inFlight },
  {
    name: 'cancelling a withdrawal',
    path: withdraw,
    as: 'trader',
    act: async (page) => {
      await inFlight(page);
      await tapForSheet(page, say('withdrawals.cancel'));
    },
  },
  {
    name: 'my withdrawals',
    path: withdraw,
    as: 'trader',
    act: async (page) => {
      await inFlight(page);
      await page.getByRole('tab', { name: say('withdrawals.tab.list') }).tap();
      await settled(page);
    },
  },
];

const otherScreens: readonly ScreenShot[] = [
  { name: 'no addresses', path: addresses, as: 'customer' },
  { name: 'addresses', path: addresses, as: 'trader' },
  {
    name: 'an address with what is missing',
    path: addresses,
    as: 'trader',
    act: async (page) => {
      await tapForSheet(page, say('withdrawals.addAddress'));
      await button(page, say('addresses.addIt')).tap();
      await dialog(page).getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'deleting an address',
    path: addresses,
    as: 'trader',
    act: async (page) => {
      await button(page, say('addresses.removeOf', { name: 'My ledger' })).tap();
      await sheet(page);
    },
  },
  { name: 'the house did nothing', path: '/pages/me/acts', as: 'customer' },
  { name: 'what the house did', path: '/pages/me/acts', as: 'trader' },
];

export const paymentScreens: readonly ScreenShot[] = [
  ...depositScreens,
  ...withdrawalScreens,
  ...otherScreens,
];

async function uploadProof(customer: Customer, request: APIRequestContext): Promise<string> {
  const buffer = await photo(randomInt(1_000_000_000), { width: 900, height: 1200 });
  const response = await request.post('/api/upload', {
    headers: { authorization: customer.token },
    multipart: { purpose: 'voucher', file: { name: 'picture', mimeType: 'image/jpeg', buffer } },
  });
  const answer = (await response.json()) as { type: string; message: { id: string } };
  if (answer.type !== 'ok')
    throw new Error(`expected the proof to be accepted, got ${JSON.stringify(answer)}`);
  return answer.message.id;
}

/** Gives a customer a pending deposit and a cancelled one. */
export async function furnishDeposits(customer: Customer, request: APIRequestContext): Promise<void> {
  const sent = { currency: 'USDT', network: 'tron', amount: '250' } as const;
  const kept = await uploadProof(customer, request);
  await customer.call('POST wallet/charge_req', { ...sent, voucher: kept });
  const voucher = await uploadProof(customer, request);
  const { id } = await customer.call('POST wallet/charge_req', { ...sent, voucher });
  await customer.call('POST wallet/charge_cancel', { id });
}

/** The addresses are those printed in the standards. */
export async function furnishAddresses(trader: Customer): Promise<void> {
  const { customers } = await trader.call('GET demo', {});
  const password = customers[0]?.password;
  if (password === undefined) throw new Error('expected the demo to have example customers, found none');
  await trader.call('POST wallet/address_add', {
    network: 'ethereum',
    address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    label: 'My ledger',
    current_password: password,
  });
  await trader.call('POST wallet/address_add', {
    network: 'tron',
    address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    current_password: password,
  });
}
