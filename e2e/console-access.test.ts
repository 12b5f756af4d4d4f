/**
 * An operator changes password and authenticator. Two admins replace a lost authenticator, which closes the operator's sessions.
 */
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { createPool } from '../server/src/db/pool.ts';
import { ownersUrl } from '../server/src/db/postgres-cluster.ts';
import { totpCode, totpStep } from '../server/src/identity/factors/totp.ts';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import type { Demo } from './demo.ts';
import { test } from './demo.ts';
import { openDesk, openScreen, signIn, typeIn } from './desk.ts';
import { deskSay, deskSaying } from './saying.ts';

/** A code can be used once and lasts thirty seconds, and a test does not wait for the next one. */
async function codeOf(demo: Demo, secret: string): Promise<string> {
  const pool = createPool(await ownersUrl(demo.data), { max: 1 });
  await pool.query('update operator set totp_last_step = 0').finally(() => pool.end());
  return totpCode(secret, totpStep(Date.now()));
}

type Known = { readonly account: string; readonly password: string; readonly secret: string };

/** Ada added this operator, and Ines confirmed them. */
async function newOperator(demo: Demo): Promise<Known> {
  const at = { origin: demo.origin, url: await ownersUrl(demo.data) };
  const account = `nora.${Date.now() % 1_000_000}`;
  const password = 'A first password 7';
  const who = { account, role: 'treasurer', person: `Nora ${account}` } as const;
  await (await openConsoleLine(at, 'ada')).done('POST operator_add', { ...who, password });
  const { totp_secret } = await (await openConsoleLine(at, 'ines')).done('POST operator_confirm', who);
  return { account, password, secret: totp_secret ?? '' };
}

async function enter(desk: Page, demo: Demo, { account, password, secret }: Known): Promise<void> {
  await desk.goto('/console/');
  await typeIn(desk, { account, password, code: await codeOf(demo, secret) });
  await expect(
    desk.getByText(deskSay('frame.who', { account, role: deskSay('codes.role.treasurer') })),
  ).toBeVisible();
}

test('lets an operator change their password and authenticator', async ({ browser, demo }) => {
  const nora = await newOperator(demo);
  const desk = await openDesk(browser, demo);
  await enter(desk, demo, nora);
  await openScreen(desk, '/access');
  await desk.getByRole('button', { name: deskSay('access.changePassword') }).click();
  const password = 'Another password 8';
  await desk.getByLabel(deskSay('access.currentPassword')).fill('not this one at all');
  await desk.getByLabel(deskSay('access.newPassword')).fill(password);
  await desk.keyboard.press('Control+Enter');
  await expect(desk.getByRole('form').getByRole('alert')).toBeVisible();
  await desk.getByLabel(deskSay('access.currentPassword')).fill(nora.password);
  await desk.keyboard.press('Control+Enter');
  await expect(desk.getByText(deskSay('ui.done'))).toBeVisible();

  await desk.getByRole('button', { name: deskSay('access.newAuthenticator') }).click();
  const form = desk.getByRole('form', { name: deskSay('access.secretTitle') });
  const secret = (await form.locator('b').textContent()) ?? '';
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  await desk.getByLabel(deskSay('access.newCode')).fill(await codeOf(demo, secret));
  await desk.keyboard.press('Control+Enter');
  await expect(form).toHaveCount(0);
  await desk.getByRole('button', { name: deskSay('frame.logOut') }).click();
  await enter(desk, demo, { ...nora, password, secret });
  await desk.context().close();
});

test('replaces a lost authenticator by approval of two admins, and closes every session of the operator', async ({
  browser,
  demo,
}) => {
  const nora = await newOperator(demo);
  const [lost, asking, deciding] = [
    await openDesk(browser, demo),
    await openDesk(browser, demo),
    await openDesk(browser, demo),
  ];
  await enter(lost, demo, nora);
  await signIn(asking, demo, 'ada');
  await openScreen(asking, '/operators');
  await asking
    .getByRole('button', { name: deskSay('operators.lostOne.authenticator', { account: nora.account }) })
    .click();
  await asking.getByRole('textbox', { name: deskSay('ui.reason') }).fill('Her phone fell into the river');
  await asking.keyboard.press('Control+Enter');
  const waiting = asking.getByRole('region', { name: deskSay('operators.resets') });
  await expect(waiting).toContainText(nora.account);
  // The admin who requested the replacement cannot confirm it.
  await expect(waiting.getByRole('row').filter({ hasText: nora.account }).getByRole('button')).toHaveText([
    deskSay('ui.reject'),
  ]);

  await signIn(deciding, demo, 'ines');
  await openScreen(deciding, '/operators');
  const mine = deciding.getByRole('region', { name: deskSay('operators.resets') });
  await mine
    .getByRole('button', { name: deskSay('operators.confirmReset.authenticator', { account: nora.account }) })
    .click();
  await expect(deciding.getByRole('form')).toContainText('Her phone fell into the river');
  await deciding.keyboard.press('Control+Enter');
  const secretAlert = deciding.getByRole('alert').filter({ hasText: deskSaying('operators.secret') });
  const secret = (await secretAlert.locator('b').textContent()) ?? '';

  await lost.reload();
  await expect(lost.getByRole('textbox', { name: deskSay('ui.account') })).toBeVisible();
  await enter(lost, demo, { ...nora, secret });
  for (const desk of [lost, asking, deciding]) await desk.context().close();
});
