/**
 * Changes an instrument's fee from the console to the phone: an operator proposes a fee, which the console shows next to the
 * current one, and it is published to all.
 */
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { uniqueName } from './customer.ts';
import { test } from './demo.ts';
import { decision, openDesk, openScreen, signIn } from './desk.ts';
import { open } from './phone.ts';
import { deskSay, deskSaying } from './saying.ts';

/** The reason identifies the proposal among those of other tests. */
const reason = `Costs of the inventory have risen: ${uniqueName()}.`;

async function proposeFee(desk: Page, rate: string): Promise<void> {
  await desk.getByRole('textbox', { name: deskSay('terms.find') }).fill('instrument:BTC/USDT');
  await desk
    .getByRole('button', { name: deskSay('terms.proposeOf', { subject: 'instrument:BTC/USDT' }) })
    .click();
  const field = desk.getByRole('textbox', { name: deskSay('codes.figure.spot_fee_rate') });
  await expect(field).toHaveValue('0.001');
  await expect(
    desk.getByText(deskSay('terms.hintPercent', { value: '0.001', percent: '0.1' })),
  ).toBeVisible();
  await field.fill(rate);
  await desk.getByRole('textbox', { name: deskSay('ui.reason') }).fill(reason);
  await desk.getByRole('button', { name: deskSay('ui.propose'), exact: true }).click();
}

test('rejects a fee outside the limits at its field, and publishes a valid fee once another operator approves', async ({
  browser,
  demo,
  page,
  request,
}) => {
  test.setTimeout(90_000);
  const theo = await openDesk(browser, demo);
  await signIn(theo, demo, 'theo');
  await theo.goto('/console/#/terms');
  await proposeFee(theo, '0.02');
  await expect(theo.locator('[data-decision]')).toContainText(/spot_fee_rate/);
  await theo.getByRole('textbox', { name: deskSay('codes.figure.spot_fee_rate') }).fill('0.0015');
  await theo.getByRole('button', { name: deskSay('ui.propose'), exact: true }).click();
  await expect(theo).toHaveURL(/proposals/);
  await theo.context().close();

  const ada = await openDesk(browser, demo);
  await signIn(ada, demo, 'ada');
  await openScreen(ada, '/proposals');
  await ada.getByRole('row').filter({ hasText: reason }).getByRole('link').first().click();
  await expect(ada).toHaveURL(/cases\/proposal-/);
  // The list, which shows the reason too, stays in front for a moment.
  await expect(decision(ada).getByRole('button', { name: deskSaying('ui.approve') })).toBeVisible();
  await expect(ada.getByText(reason)).toBeVisible();
  await ada.keyboard.press('a');
  await expect(decision(ada)).toContainText(
    deskSay('proposals.publishes', { subject: 'instrument:BTC/USDT' }),
  );
  await ada.keyboard.press('Control+Enter');
  const coming = async () => {
    const answer = (await (await request.get('/api/transparency/terms')).json()) as {
      message: CallOutput<'GET transparency/terms'>;
    };
    const found = answer.message.find(({ subject }) => subject === 'instrument:BTC/USDT');
    return found?.versions.map(({ body }) => body['spot_fee_rate']);
  };
  await expect.poll(coming, { timeout: 15_000 }).toEqual(['0.001', '0.0015']);
  await ada.context().close();

  await open(page, '/pages/me/terms');
  const main = page.getByRole('main').filter({ visible: true });
  await main
    .getByText(/1 other version/)
    .first()
    .click();
  await expect(main.getByText('0.15%')).toBeVisible();
});
