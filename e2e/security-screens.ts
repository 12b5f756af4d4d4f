/** The screens of account security, for the tests of all screens. */
import type { APIRequestContext, Page } from '@playwright/test';
import { totpCode, totpStep } from '../server/src/identity/factors/totp.ts';
import type { Customer } from './customer.ts';
import { examplePassword, newCustomer } from './customer.ts';
import { answer, answers } from './leverage-screens.ts';
import { atRest } from './phone.ts';
import type { ScreenShot } from './screen-shot.ts';
import { button, sheet, tapForSheet } from './screen-shot.ts';
import { say } from './saying.ts';

const main = (page: Page) => page.getByRole('main').filter({ visible: true });
const dialog = (page: Page) => page.getByRole('dialog');

/** Types on the keypad, key by key. */
async function enterDigits(page: Page, digits: string): Promise<void> {
  const pad = main(page).getByRole('group', { name: say('ui.keypad') });
  for (const key of digits) await pad.getByRole('button', { name: key, exact: true }).tap();
}

async function saveWord(page: Page, word: string): Promise<void> {
  await page.getByLabel(say('security.phishing.word')).fill(word);
  await button(page, say('security.phishing.save')).tap();
}

async function confirmWith(page: Page, field: string, text: string): Promise<void> {
  await dialog(page).getByLabel(field, { exact: true }).fill(text);
  await dialog(page)
    .getByRole('button', { name: say('confirm.confirm'), exact: true })
    .tap();
}

/** The authenticator's secret of this worker's only guarded customer. */
const authenticator = { secret: '' };

function codeOf(stepsAhead: number): string {
  return totpCode(authenticator.secret, totpStep(Date.now()) + stepsAhead);
}

/** A new customer who gets a trading password, a second device, and then an authenticator. */
export async function guardedCustomer(request: APIRequestContext): Promise<Customer> {
  const customer = await newCustomer(request);
  const { account } = await customer.call('GET user/info', {});
  await customer.call('POST user/login', { account, password: examplePassword });
  await customer.call('POST safe/trading_password', {
    password: '135790',
    re_password: '135790',
    current_password: examplePassword,
  });
  const { secret = '' } = await customer.call('POST safe/google', { action: 'read' });
  authenticator.secret = secret;
  await customer.call('POST safe/google', {
    action: 'bind',
    code: codeOf(0),
    current_password: examplePassword,
  });
  return customer;
}

const withoutFactor: readonly ScreenShot[] = [
  { name: 'security', path: '/pages/me/security', as: 'customer' },
  { name: 'authenticator to be bound', path: '/pages/me/google', as: 'customer' },
  {
    name: 'authenticator without its code',
    path: '/pages/me/google',
    as: 'customer',
    act: (page) => button(page, say('security.google.bind')).tap(),
  },
  { name: 'no passkeys', path: '/pages/me/passkeys', as: 'customer' },
  {
    name: 'adding a passkey',
    path: '/pages/me/passkeys',
    as: 'customer',
    act: (page) => tapForSheet(page, say('security.passkeys.add')),
  },
  {
    name: 'trading password',
    path: '/pages/me/paypassword',
    as: 'customer',
    act: (page) => enterDigits(page, '246'),
  },
  {
    name: 'trading password that differs',
    path: '/pages/me/paypassword',
    as: 'customer',
    act: async (page) => {
      await enterDigits(page, '246813');
      await page.getByText(say('security.trading.repeat')).waitFor();
      await enterDigits(page, '246814');
      await page.getByText(say('security.trading.differ')).waitFor();
    },
  },
  { name: 'current trading password', path: '/pages/me/paypassword', as: 'guarded' },
  {
    name: 'forgotten trading password',
    path: '/pages/me/paypassword',
    as: 'guarded',
    act: (page) => button(page, say('security.trading.forgotten')).tap(),
  },
  { name: 'e-mail address', path: '/pages/me/email', as: 'customer' },
  {
    name: 'e-mail with what is missing',
    path: '/pages/me/email',
    as: 'customer',
    act: (page) => button(page, say('security.email.save')).tap(),
  },
  {
    name: 'phone with what is missing',
    path: '/pages/me/phone',
    as: 'customer',
    act: (page) => button(page, say('security.phone.save')).tap(),
  },
  {
    name: 'countries of phones',
    path: '/pages/me/phone',
    as: 'customer',
    act: async (page) => {
      await page.getByRole('combobox', { name: say('security.phone.country') }).tap();
      await sheet(page);
    },
  },
  { name: 'anti-phishing word', path: '/pages/me/antiPhishing', as: 'customer' },
  {
    name: 'a word of the wrong form',
    path: '/pages/me/antiPhishing',
    as: 'customer',
    act: (page) => saveWord(page, '-heron'),
  },
  {
    name: 'a wrong password to confirm with',
    path: '/pages/me/antiPhishing',
    as: 'customer',
    act: async (page) => {
      await saveWord(page, 'heron');
      await sheet(page);
      await confirmWith(page, say('confirm.password'), 'not-this-one');
      await dialog(page).getByRole('alert').waitFor();
    },
  },
  { name: 'devices', path: '/pages/me/sessions', as: 'guarded' },
  {
    name: 'logging out other devices',
    path: '/pages/me/sessions',
    as: 'guarded',
    act: (page) => tapForSheet(page, say('security.devices.endOthers')),
  },
  { name: 'login history', path: '/pages/me/logins', as: 'customer' },
  {
    name: 'demo mailbox',
    path: '/pages/me/mailbox',
    as: 'customer',
    act: (page) => main(page).getByRole('button').first().tap(),
  },
  {
    name: 'what has to be settled first',
    path: '/pages/me/leverage',
    as: 'customer',
    act: async (page) => {
      await answer(page, answers.length);
      await button(page, say('leverage.send')).tap();
      await sheet(page);
    },
  },
];

const withFactor: readonly ScreenShot[] = [
  { name: 'security with a second factor', path: '/pages/me/security', as: 'guarded' },
  { name: 'authenticator bound', path: '/pages/me/google', as: 'guarded' },
  {
    name: 'removing the authenticator',
    path: '/pages/me/google',
    as: 'guarded',
    act: async (page) => {
      await main(page)
        .getByRole('button')
        .filter({ hasText: say('security.google.unbind') })
        .tap();
      await sheet(page);
    },
  },
  {
    name: 'recovery codes',
    path: '/pages/me/google',
    as: 'guarded',
    act: async (page) => {
      await main(page)
        .getByRole('button')
        .filter({ hasText: say('security.google.renew') })
        .tap();
      await sheet(page);
      await dialog(page)
        .getByRole('button', { name: say('security.google.renewConfirm') })
        .tap();
      // Setting up the authenticator used up the code of this half minute.
      await confirmWith(page, say('confirm.totp'), codeOf(1));
      await page.getByRole('heading', { name: say('security.codes.title') }).waitFor();
      await atRest(page);
    },
  },
  {
    name: 'confirming with the authenticator',
    path: '/pages/me/antiPhishing',
    as: 'guarded',
    act: async (page) => {
      await saveWord(page, 'heron');
      await sheet(page);
    },
  },
  {
    name: 'confirming with a recovery code',
    path: '/pages/me/antiPhishing',
    as: 'guarded',
    act: async (page) => {
      await saveWord(page, 'heron');
      await sheet(page);
      await dialog(page)
        .getByRole('button', { name: say('confirm.instead.recovery') })
        .tap();
      await dialog(page).getByLabel(say('confirm.recoveryCode')).waitFor();
    },
  },
];

export const securityScreens: readonly ScreenShot[] = [...withoutFactor, ...withFactor];
