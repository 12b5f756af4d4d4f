/**
 * In a demo, a sensitive action requires a new confirmation after some minutes. One key press confirms it, and the typed text is
 * sent unchanged.
 */
import { expect } from '@playwright/test';
import { createPool } from '../server/src/db/pool.ts';
import { ownersUrl } from '../server/src/db/postgres-cluster.ts';
import { test } from './demo.ts';
import { openDesk, openScreen, signIn } from './desk.ts';
import { containing, deskSay } from './saying.ts';

test('requires a new confirmation for a decision after a long pause, and then executes it', async ({
  browser,
  demo,
}) => {
  const desk = await openDesk(browser, demo);
  await signIn(desk, demo, 'ada');
  await openScreen(desk, '/operators');
  const pool = createPool(await ownersUrl(demo.data), { max: 1 });
  await pool
    .query(`update operator_session set fresh_ms = 1 where account = 'ada'`)
    .finally(() => pool.end());

  await desk.getByRole('button', { name: deskSay('operators.unlockOne', { account: 'theo' }) }).click();
  await desk.getByRole('textbox', { name: deskSay('ui.reason') }).fill('He asked me on the phone');
  await desk.keyboard.press('Control+Enter');
  const dialog = desk.getByRole('dialog', { name: deskSay('frame.confirm.title') });
  await expect(dialog.getByRole('button', { name: deskSay('frame.confirm.itsMe') })).toBeFocused();
  await desk.keyboard.press('Escape');
  await expect(
    desk.getByRole('form', { name: deskSay('operators.unlockOne', { account: 'theo' }) }),
  ).toContainText(containing('refusal.confirmation_needed'));
  await expect(desk.getByRole('textbox', { name: deskSay('ui.reason') })).toHaveValue(
    'He asked me on the phone',
  );

  await desk.getByRole('button', { name: deskSay('operators.unlock'), exact: true }).click();
  await expect(dialog.getByRole('button', { name: deskSay('frame.confirm.itsMe') })).toBeFocused();
  await desk.keyboard.press('Enter');
  await expect(desk.getByText(deskSay('ui.done'))).toBeVisible();
  await openScreen(desk, '/audit');
  await expect(desk.getByText('He asked me on the phone').first()).toBeVisible();
  await desk.context().close();
});
