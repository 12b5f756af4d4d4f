/**
 * A live house from its first admin to its first decision, in browsers with authenticators: passkeys are brought and confirmed, sign
 * in, sign what is decided, and are asked for afresh.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { createPool } from '../server/src/db/pool.ts';
import { ownersUrl } from '../server/src/db/postgres-cluster.ts';
import { totpCode, totpStep } from '../server/src/identity/factors/totp.ts';
import { freePort, makeDataFolder, startServer } from '@candor/testing/running-server.ts';
import type { RunningServer } from '@candor/testing/running-server.ts';
import { openDesk, openScreen, typeIn } from './desk.ts';
import { say } from './saying.ts';

const PASSWORD = 'correct horse battery';
const HOUSE = {
  ...{ legal_entity: 'Example Markets Ltd', licence_number: '4711', invite_code: 'EXAMPLE' },
  register_url: 'https://register.fca.org.uk/s/firm?id=4711',
  deposit_addresses: { tron: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' },
  fund_tiers: [
    {
      ...{ min: '100', max: '1000', rate_min: '0.001', rate_max: '0.003', early_fee_rate: '0.01' },
      ...{ days: 7, places: 50 },
    },
  ],
  instruments: ['BTC/USDT', 'ETH/USDT'],
};
const LIVE = [
  ...['--mode', 'live', '--jurisdiction', 'country', '--feed', 'external'],
  ...['--external-token', 'a-feed-of-the-real-market', '--trusted-proxies', '127.0.0.9'],
  ...['--origin', 'https://example.com', '--public-origins', 'https://example.com'],
];

const folder = makeDataFolder();
const env = {
  VAULT_KEY: randomBytes(32).toString('base64'),
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Example <mail@example.com>',
};
const secrets = new Map<string, string>();
let server: RunningServer;

test.beforeAll(async () => {
  mkdirSync(folder.path, { recursive: true });
  writeFileSync(join(folder.path, '..', 'house.json'), JSON.stringify(HOUSE));
  for (const [account, person] of [
    ['kim', 'Kim Doe'],
    ['lee', 'Lee Roe'],
  ] as const) {
    const words = ['operator', 'add', account, '--role', 'admin', '--person', person];
    const told = await program('server/src/cli/main.ts', [...words, '--data', folder.path], {
      ...{ OPERATOR_NEW_PASSWORD: PASSWORD, OPERATOR_ACCOUNT: 'kim', OPERATOR_PASSWORD: PASSWORD },
      OPERATOR_TOTP: secrets.has('kim') ? code('kim') : '',
    });
    secrets.set(account, /once: ([A-Z2-7]+)/.exec(told)?.[1] ?? '');
  }
  const more = [...LIVE, '--house', join(folder.path, '..', 'house.json')];
  server = await startServer({ data: folder.path, port: await freePort(), more, env });
});
test.afterAll(async () => {
  server.process.kill('SIGTERM');
  await server.ended;
  folder.remove();
});

function program(
  path: string,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const file = fileURLToPath(new URL(`../${path}`, import.meta.url));
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [file, ...args],
      { env: { ...process.env, ...env, ...more } },
      (error, out, err) => (error === null ? resolve(out) : reject(new Error(`${out}${err}`))),
    );
  });
}

const code = (account: string): string => totpCode(secrets.get(account) ?? '', totpStep(Date.now()));

/** Past the program: codes that were used are forgotten, or confirmations are old. */
async function asServer(sql: string): Promise<void> {
  const pool = createPool(await ownersUrl(folder.path), { max: 1 });
  await pool.query(sql).finally(() => pool.end());
}

/** A browser with an authenticator that says yes, at the console by a name that browsers make passkeys for. */
async function openLiveDesk(browser: Browser): Promise<Page> {
  const consoleOrigin = server.consoleOrigin.replace('127.0.0.1', 'localhost');
  const desk = await openDesk(browser, { origin: server.origin, consoleOrigin, data: folder.path });
  const session = await desk.context().newCDPSession(desk);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    },
  });
  return desk;
}

async function enter(desk: Page, account: string): Promise<void> {
  await asServer('update operator set totp_last_step = 0');
  await desk.goto('/console/');
  await typeIn(desk, { account, password: PASSWORD, code: code(account) });
  await expect(desk.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
}

/** Answers the fingerprint that the console shows to whoever brought it. */
async function addPasskey(desk: Page): Promise<string> {
  await openScreen(desk, '/access');
  await desk.getByRole('button', { name: say('security.passkeys.add') }).click();
  await desk.getByRole('button', { name: 'Add', exact: true }).click();
  const told = desk.getByRole('alert').filter({ hasText: 'waits for another admin' });
  return (await told.locator('b').textContent()) ?? '';
}

test('a live house decides with passkeys from its first admin on', async ({ browser }) => {
  const kim = await openLiveDesk(browser);
  await enter(kim, 'kim');
  const first = await addPasskey(kim);
  expect(first).toMatch(/^[0-9a-f]{4}( [0-9a-f]{4}){5}$/);

  // Nobody can confirm it yet but the owner of the database, by what the console shows.
  const confirming = ['operator', 'key', 'kim', '--fingerprint', first, '--as-owner', '--data', folder.path];
  expect(await program('server/src/cli/main.ts', confirming)).toContain('counts from now on');

  const lee = await openLiveDesk(browser);
  await enter(lee, 'lee');
  const second = await addPasskey(lee);
  await kim.reload();
  await kim.getByRole('button', { name: 'Confirm the passkey of lee' }).click();
  const form = kim.getByRole('form', { name: 'Confirm a passkey of lee' });
  for (const says of ['Lee Roe', second]) await expect(form).toContainText(says);
  await kim.keyboard.press('Control+Enter');
  await expect(kim.getByRole('row').filter({ hasText: second })).toContainText('Signs');

  // Signing in by passkey, and deciding with it.
  await lee.getByRole('button', { name: 'Sign out' }).click();
  await lee.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(lee.getByText('lee · admin')).toBeVisible();
  await openScreen(lee, '/operators');
  await lee.getByRole('button', { name: 'Add an operator' }).click();
  await lee.getByLabel('Account, lower case').fill('mia');
  await lee.getByLabel('Role').selectOption('treasurer');
  await lee.getByLabel('Person').fill('Mia Poe');
  await lee.getByLabel(/^First password/).fill('A first password 7');
  await lee.keyboard.press('Control+Enter');
  await expect(lee.getByRole('alert').filter({ hasText: 'mia waits' })).toBeVisible();
  await openScreen(kim, '/operators');
  await kim.getByRole('button', { name: 'Confirm mia' }).click();
  await kim.keyboard.press('Control+Enter');
  await expect(kim.getByRole('alert').filter({ hasText: 'secret for the authenticator' })).toBeVisible();

  // Minutes later what is sensitive asks again, and goes on where it was.
  await asServer('update operator_session set fresh_ms = 1');
  await openScreen(kim, '/access');
  await kim.getByRole('button', { name: 'New authenticator' }).click();
  const dialog = kim.getByRole('dialog', { name: say('confirm.title') });
  await dialog.getByRole('button', { name: say('confirm.usePasskey') }).click();
  await expect(kim.getByRole('form', { name: 'Use a new authenticator' })).toBeVisible();
  await expect(dialog).toHaveCount(0);

  // What stands in the log anybody can check without the house's code.
  const file = join(folder.path, '..', 'operators.json');
  await program('tools/audit.ts', ['--data', folder.path, '--operators', file]);
  const checked = await program('verifier/src/cli/operators-main.ts', [file]);
  expect(checked).toContain('3 decisions are signed as they are on record, with 2 keys.');
  for (const desk of [kim, lee]) await desk.context().close();
});

test('whoever waits too long keeps what they typed', async ({ browser }) => {
  const desk = await openLiveDesk(browser);
  await enter(desk, 'kim');
  await asServer('update operator_session set fresh_ms = 1');
  await openScreen(desk, '/access');
  await desk.getByRole('button', { name: say('security.passkeys.add') }).click();
  await desk.getByLabel('Passkey name').fill('The blue key');
  await desk.keyboard.press('Control+Enter');
  const dialog = desk.getByRole('dialog', { name: say('confirm.title') });
  // Who turns away has sent nothing.
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(desk.getByLabel('Passkey name')).toHaveValue('The blue key');
  await desk.keyboard.press('Control+Enter');
  await asServer('update operator set totp_last_step = 0');
  await dialog.getByLabel(say('confirm.totp')).fill(code('kim'));
  await dialog.getByRole('button', { name: 'Confirm with the code' }).click();
  await expect(desk.getByRole('row').filter({ hasText: 'The blue key' })).toContainText('Waits');
  await desk.context().close();
});
