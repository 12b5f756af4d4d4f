/**
 * A live platform from its first admin to its first decision, in browsers with authenticators: passkeys are added and confirmed,
 * log in, sign decisions, and are requested again.
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
import { silentWitnesses } from '@candor/testing/made-witnesses.ts';
import { freePort, makeDataFolder, startServer } from '@candor/testing/running-server.ts';
import type { RunningServer } from '@candor/testing/running-server.ts';
import { openDesk, openScreen, typeIn } from './desk.ts';
import { deskSay, deskSaying } from './saying.ts';

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
  ...silentWitnesses().flatMap(({ vkey, url }) => ['--witness', `${vkey} ${url}`]),
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
    const printed = await program('server/src/cli/main.ts', [...words, '--data', folder.path], {
      ...{ OPERATOR_NEW_PASSWORD: PASSWORD, OPERATOR_ACCOUNT: 'kim', OPERATOR_PASSWORD: PASSWORD },
      OPERATOR_TOTP: secrets.has('kim') ? code('kim') : '',
    });
    secrets.set(account, /once: ([A-Z2-7]+)/.exec(printed)?.[1] ?? '');
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

/** Changes rows without the program: makes used codes valid again, or confirmations old. */
async function asServer(sql: string): Promise<void> {
  const pool = createPool(await ownersUrl(folder.path), { max: 1 });
  await pool.query(sql).finally(() => pool.end());
}

/** A browser with an authenticator that consents, at a host name for which browsers create passkeys. */
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
  await expect(desk.getByRole('heading', { name: deskSay('dashboard.title'), level: 1 })).toBeVisible();
}

/** Returns the fingerprint that the console shows to the operator who adds a passkey. */
async function addPasskey(desk: Page): Promise<string> {
  await openScreen(desk, '/access');
  await desk.getByRole('button', { name: deskSay('access.add') }).click();
  await desk.getByRole('button', { name: deskSay('access.addSend'), exact: true }).click();
  const secretAlert = desk.getByRole('alert').filter({ hasText: deskSaying('access.brought') });
  return (await secretAlert.locator('b').textContent()) ?? '';
}

test('signs decisions of a live platform with passkeys, from its first admin', async ({ browser }) => {
  const kim = await openLiveDesk(browser);
  await enter(kim, 'kim');
  const first = await addPasskey(kim);
  expect(first).toMatch(/^[0-9a-f]{4}( [0-9a-f]{4}){5}$/);

  // For now only the database owner can confirm the passkey, by the fingerprint that the console shows.
  const confirming = ['operator', 'key', 'kim', '--fingerprint', first, '--as-owner', '--data', folder.path];
  expect(await program('server/src/cli/main.ts', confirming)).toContain('is confirmed');

  const lee = await openLiveDesk(browser);
  await enter(lee, 'lee');
  const second = await addPasskey(lee);
  await kim.reload();
  await kim.getByRole('button', { name: deskSay('access.confirmKey', { account: 'lee' }) }).click();
  const form = kim.getByRole('form', { name: deskSay('access.confirmTitle', { account: 'lee' }) });
  for (const says of ['Lee Roe', second]) await expect(form).toContainText(says);
  await kim.keyboard.press('Control+Enter');
  await expect(kim.getByRole('row').filter({ hasText: second })).toContainText(deskSay('access.signs'));

  // The admin logs in with the passkey, and decides with it.
  await lee.getByRole('button', { name: deskSay('frame.logOut') }).click();
  await lee.getByRole('button', { name: deskSay('login.withPasskey') }).click();
  await expect(
    lee.getByText(deskSay('frame.who', { account: 'lee', role: deskSay('codes.role.admin') })),
  ).toBeVisible();
  await openScreen(lee, '/operators');
  await lee.getByRole('button', { name: deskSay('operators.add') }).click();
  await lee.getByLabel(deskSay('operators.accountLower')).fill('mia');
  await lee.getByLabel(deskSay('ui.role')).selectOption('treasurer');
  await lee.getByLabel(deskSay('ui.person')).fill('Mia Poe');
  await lee.getByLabel(deskSay('operators.firstPassword')).fill('A first password 7');
  await lee.keyboard.press('Control+Enter');
  await expect(
    lee.getByRole('alert').filter({ hasText: deskSay('operators.isAdded', { account: 'mia' }) }),
  ).toBeVisible();
  await openScreen(kim, '/operators');
  await kim.getByRole('button', { name: deskSay('operators.confirmOne', { account: 'mia' }) }).click();
  await kim.keyboard.press('Control+Enter');
  await expect(kim.getByRole('alert').filter({ hasText: deskSaying('operators.secret') })).toBeVisible();

  // Minutes later, a sensitive action requires the passkey again, and then continues.
  await asServer('update operator_session set fresh_ms = 1');
  await openScreen(kim, '/access');
  await kim.getByRole('button', { name: deskSay('access.newAuthenticator') }).click();
  const dialog = kim.getByRole('dialog', { name: deskSay('frame.confirm.title') });
  await dialog.getByRole('button', { name: deskSay('frame.confirm.usePasskey') }).click();
  await expect(kim.getByRole('form', { name: deskSay('access.secretTitle') })).toBeVisible();
  await expect(dialog).toHaveCount(0);

  // The log can be verified without the platform's code.
  const file = join(folder.path, '..', 'operators.json');
  await program('tools/audit.ts', ['--data', folder.path, '--operators', file]);
  const checked = await program('verifier/src/cli/operators-main.ts', [file]);
  expect(checked).toContain('3 decisions match their signatures, with 2 keys.');
  for (const desk of [kim, lee]) await desk.context().close();
});

test('keeps the input of an operator whose confirmation has expired', async ({ browser }) => {
  const desk = await openLiveDesk(browser);
  await enter(desk, 'kim');
  await asServer('update operator_session set fresh_ms = 1');
  await openScreen(desk, '/access');
  await desk.getByRole('button', { name: deskSay('access.add') }).click();
  await desk.getByLabel(deskSay('access.name')).fill('The blue key');
  await desk.keyboard.press('Control+Enter');
  const dialog = desk.getByRole('dialog', { name: deskSay('frame.confirm.title') });
  await dialog.getByRole('button', { name: deskSay('ui.cancel') }).click();
  await expect(desk.getByLabel(deskSay('access.name'))).toHaveValue('The blue key');
  await desk.keyboard.press('Control+Enter');
  await asServer('update operator set totp_last_step = 0');
  await dialog.getByLabel(deskSay('ui.authenticatorCode')).fill(code('kim'));
  await dialog.getByRole('button', { name: deskSay('frame.confirm.withCode') }).click();
  await expect(desk.getByRole('row').filter({ hasText: 'The blue key' })).toContainText(deskSay('ui.waits'));
  await desk.context().close();
});
