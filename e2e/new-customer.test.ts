/**
 * A new customer secures the account with verification, a bank account, a trading password, an authenticator and a passkey, and
 * then loses the phone. With a recovery code, the customer logs in on a second phone and logs the lost one out.
 */
import type { Browser, Locator, Page } from '@playwright/test';
import { devices, expect } from '@playwright/test';
import { totpCode, totpStep } from '../server/src/identity/factors/totp.ts';
import { examplePassword } from './customer.ts';
import { test as demoTest } from './demo.ts';
import { applyForVerification, bindAccount, operate } from './identity-screens.ts';
import { atRest, button, fact, open } from './phone.ts';
import { register } from './registering.ts';
import { containing, say, saying } from './saying.ts';

/** A passkey is bound to a host name, and a numeric address is not a host name. */
const test = demoTest.extend({
  baseURL: async ({ demo }, use) => use(demo.origin.replace('127.0.0.1', 'localhost')),
});

const tradingPassword = '483920';

const confirmation = (page: Page): Locator => page.getByRole('dialog', { name: say('confirm.title') });

async function confirmWith(page: Page, label: string, text: string): Promise<void> {
  const sheet = confirmation(page);
  await sheet.getByLabel(label, { exact: true }).fill(text);
  await atRest(page);
  await sheet.getByRole('button', { name: say('confirm.confirm') }).tap();
  await expect(sheet).toHaveCount(0);
}

async function press(page: Page, digits: string): Promise<void> {
  const pad = page.getByRole('group', { name: say('ui.keypad') });
  for (const digit of digits) await pad.getByRole('button', { name: digit, exact: true }).tap();
}

/** Each code belongs to a later time step than the previous code, because the server accepts no code twice. */
class AuthenticatorApp {
  readonly #secret: string;
  #used = 0;

  constructor(secret: string) {
    this.#secret = secret;
  }

  async code(page: Page): Promise<string> {
    const step = Math.max(this.#used + 1, totpStep(Date.now()) - 1);
    // A code of the next step is already valid; one of the previous step is not.
    while (step > totpStep(Date.now()) + 1) await page.waitForTimeout(500);
    this.#used = step;
    return totpCode(this.#secret, step);
  }
}

/** A virtual authenticator that always consents. */
async function addVirtualAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal' },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
      automaticPresenceSimulation: true,
    },
  });
}

async function logOut(page: Page): Promise<void> {
  await open(page, '/pages/me/newIndex');
  await button(page, say('security.devices.end')).tap();
  await expect(page.getByRole('heading', { name: say('session.logIn') })).toBeVisible();
}

async function logIn(page: Page, account: string): Promise<void> {
  await page.getByRole('textbox', { name: say('session.account') }).fill(account);
  await page.getByRole('textbox', { name: say('session.password') }).fill(examplePassword);
  await page
    .locator('form')
    .getByRole('button', { name: say('session.logIn') })
    .tap();
}

async function otherPhone(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({
    ...devices['Pixel 7'],
    deviceScaleFactor: 1,
    ...(baseURL === undefined ? {} : { baseURL }),
  });
  return context.newPage();
}

test('secures a newcomer’s account, and logs a lost phone out from a second one', async ({
  page,
  browser,
  baseURL,
  demo,
}) => {
  test.setTimeout(150_000);
  const account = await register(page);

  await test.step('submits an identity, which a reviewer approves', async () => {
    await open(page, '/pages/me/kyc');
    await applyForVerification(page);
    await expect(page.getByText(say('verification.lookedNever'))).toBeVisible();
    await operate(demo, 'rosa', ['kyc', 'show', account]);
    await operate(demo, 'rosa', ['kyc', 'approve', account]);
    await page.reload();
    await expect(page.getByText(say('verification.standing.approved'), { exact: true })).toBeVisible();
    await expect(page.getByText(say('verification.role.reviewer'))).toBeVisible();
  });

  await test.step('adds a bank account', async () => {
    await open(page, '/pages/me/bank');
    await bindAccount(page);
    await expect(page.getByRole('heading', { name: saying('bankCard.boundAt') })).toBeVisible();
    await expect(fact(page.getByRole('main'), say('bankCard.iban'))).toHaveText(/^•+ 3000$/);
  });

  await test.step('sets the trading password on the keypad', async () => {
    await open(page, '/pages/me/paypassword');
    await press(page, tradingPassword);
    await expect(page.getByLabel(say('security.trading.repeat'))).toBeVisible();
    await press(page, '111222');
    await expect(page.getByText(say('security.trading.differ'))).toBeVisible();
    await press(page, tradingPassword);
    await press(page, tradingPassword);
    await confirmWith(page, say('confirm.password'), examplePassword);
    await expect(page.getByText(say('security.event.trading_password_set')).first()).toBeVisible();
  });

  let codes: string[] = [];
  const app = await test.step('sets up an authenticator, and shows its recovery codes', async () => {
    await open(page, '/pages/me/google');
    const secret = (await page.getByText(/^(?:[A-Z2-7]{4} ){3,}[A-Z2-7]+$/).textContent()) ?? '';
    const bound = new AuthenticatorApp(secret.replaceAll(' ', ''));
    await page.getByRole('textbox', { name: say('security.google.firstCode') }).fill(await bound.code(page));
    await button(page, say('security.google.bind')).tap();
    await confirmWith(page, say('confirm.password'), examplePassword);
    const list = page.getByRole('list', { name: say('security.codes.title') }).getByRole('listitem');
    await expect(list).toHaveCount(10);
    codes = await list.allTextContents();
    await button(page, say('security.codes.kept')).tap();
    await open(page, '/pages/me/security');
    await expect(page.getByText(say('security.codesLeft', { count: 10 }))).toBeVisible();
    return bound;
  });

  await test.step('adds a passkey, confirmed by a code', async () => {
    await addVirtualAuthenticator(page);
    await open(page, '/pages/me/passkeys');
    await button(page, say('security.passkeys.add')).tap();
    const sheet = page.getByRole('dialog', { name: say('security.passkeys.add') });
    await sheet.getByRole('textbox', { name: say('security.passkeys.name') }).fill('My phone');
    await sheet.getByRole('button', { name: say('security.passkeys.make') }).tap();
    await confirmWith(page, say('confirm.totp'), await app.code(page));
    await expect(page.getByText('My phone')).toBeVisible();
  });

  await test.step('logs out, logs in with the second factor, and keeps the form after a wrong code', async () => {
    await logOut(page);
    await logIn(page, account);
    const sheet = confirmation(page);
    await sheet.getByLabel(say('confirm.totp'), { exact: true }).fill('000000');
    await atRest(page);
    await sheet.getByRole('button', { name: say('confirm.confirm') }).tap();
    await expect(sheet.getByRole('alert')).toBeVisible();
    await confirmWith(page, say('confirm.totp'), await app.code(page));
    await expect(page.getByText(say('security.event.login'))).toBeVisible();
  });

  await test.step('logs out, and logs in with the passkey alone', async () => {
    await logOut(page);
    await button(page, say('session.passkey')).tap();
    await expect(page.getByText(say('security.event.login'))).toBeVisible();
    await open(page, '/pages/me/security');
  });

  await test.step('logs in on a second phone with a recovery code after the first phone is lost', async () => {
    const other = await otherPhone(browser, baseURL);
    await open(other, '/pages/login/index?back=%2Fpages%2Fme%2Fsessions');
    await logIn(other, account);
    await confirmation(other)
      .getByRole('button', { name: say('confirm.instead.recovery') })
      .tap();
    await confirmWith(other, say('confirm.recoveryCode'), codes[0]?.toLowerCase() ?? '');
    const device = containing('security.devices.browserOn').source;
    const lost = other.getByRole('button', {
      name: new RegExp(`^${say('security.devices.endOf', { device })}$`),
    });
    await expect(lost).toHaveCount(1);
    await expect(other.getByText(say('security.devices.this'))).toBeVisible();
    await lost.tap();
    const sure = other.getByRole('dialog', { name: say('security.devices.endTitle') });
    await atRest(other);
    await sure.getByRole('button', { name: say('security.devices.end') }).tap();
    await expect(lost).toHaveCount(0);
    // The socket notifies the lost phone, which shows no data any more.
    await expect(page.getByText(say('refusal.session_ended'))).toBeVisible();
    await expect(page.getByRole('heading', { name: say('session.logIn') })).toBeVisible();
    await open(other, '/pages/me/security');
    await expect(other.getByText(say('security.codesLeft', { count: 9 }))).toBeVisible();
    await other.context().close();
  });
});
