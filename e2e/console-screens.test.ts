/** Tests every screen of the console with axe, in light and in dark. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { barriers } from './barriers.ts';
import { examplePassword, newCustomer } from './customer.ts';
import { test } from './demo.ts';
import type { Demo } from './demo.ts';
import { applyForLoan, askForWithdrawal, handInDeposit, openDesk, openScreen, signIn } from './desk.ts';
import { verify } from './identity-screens.ts';
import { operatorLine, proposeMove, tokenOf } from './proposing.ts';
import { deskSay } from './saying.ts';

/** The computer's preference switches the console between light and dark. */
async function inBoth(desk: Page, name: string): Promise<string[]> {
  const found = await barriers(desk, name, () => desk.emulateMedia({ colorScheme: 'dark' }));
  await desk.emulateMedia({ colorScheme: 'light' });
  return found;
}

/** This operator waits for confirmation by a second admin. */
async function addOperator(demo: Demo): Promise<void> {
  const account = `waits.${randomUUID().slice(0, 8)}`;
  const ada = await operatorLine(demo, 'ada');
  const added = await ada.done('POST operator_add', {
    ...{ account, role: 'support', person: account, password: 'A first password 7' },
  });
  expect(added.waits).toBe(true);
}

test('finds no accessibility violation on any screen, in light or in dark', async ({
  browser,
  request,
  demo,
}) => {
  test.setTimeout(480_000);
  const customer = await newCustomer(request);
  await verify(demo, customer);
  const { id: number } = await customer.call('GET user/info', {});
  const deposit = await handInDeposit(request, customer, { currency: 'EUR', network: 'wire', amount: '321' });
  const withdrawal = await askForWithdrawal(customer, { password: examplePassword, amount: '222' });
  const loan = await applyForLoan(request, customer, { amount: '1000', days: 7 });
  const order = await customer.call('POST lh/deposit', { amount: '550' });
  await customer.call('POST chat/send', { client_id: randomUUID(), text: 'Where is my deposit?' });
  const found: string[] = [];
  const desk = await openDesk(browser, demo);
  await desk.goto('/console/');
  await expect(desk.getByRole('textbox', { name: deskSay('ui.account') })).toBeFocused();
  found.push(...(await inBoth(desk, 'login')));
  // This admin confirms the operator who waits.
  await addOperator(demo);
  await proposeMove(await operatorLine(demo, 'theo'), 7);
  await signIn(desk, demo, 'ines');
  const inbox = await desk.request.get('/api/console/chat_inbox', {
    headers: { authorization: await tokenOf(desk) },
    params: { q: number },
  });
  const { message } = (await inbox.json()) as { message: { items: readonly { id: string }[] } };
  const conversation = message.items[0]?.id;
  for (const [name, path, key] of [
    ['dashboard', '/'],
    ['figures', '/figures'],
    ['queue', '/queue'],
    ['deposit', `/queue?open=deposit-${number}-${deposit.id}`],
    ['approving a deposit', `/cases/deposit-${number}-${deposit.id}`, 'a'],
    ['holding a withdrawal', `/cases/withdrawal-${number}-${withdrawal.id}`, 'h'],
    ['loan', `/cases/loan-${number}-${loan.id}`],
    ['rejecting a loan', `/cases/loan-${number}-${loan.id}`, 'r'],
    ['fund order', `/cases/fund_order-${number}-${order.id}`],
    ['identity', `/cases/kyc-100001-0`],
    ['leverage', `/cases/leverage-100001-0`],
    ['customers', '/customers'],
    ['customer', `/customers/${number}/show`],
    ['deposits', '/deposits'],
    ['withdrawals', '/withdrawals'],
    ['fund orders', '/fund_orders'],
    ['loans', '/loans'],
    ['messages', '/chat'],
    ['a conversation', `/chat/${conversation}`],
    ['ready-made answers', '/canned'],
    ['fund', '/fund'],
    ['proposals', '/proposals'],
    ['proposing', '/propose'],
    ['house', '/house'],
    ['terms', '/terms'],
    ['content', '/content'],
    ['an article', '/content/fees'],
    ['a new article', '/content/new/news'],
    ['audit log', '/audit'],
    ['access', '/access'],
    ['operators', '/operators'],
    ['checklist', '/checklist'],
    ['keys', '/', '?'],
  ] as const) {
    await openScreen(desk, path);
    if (key !== undefined) {
      if (key !== '?') await expect(desk.getByRole('region', { name: deskSay('ui.decision') })).toBeVisible();
      // A key press has an effect only a moment after the case is visible.
      await expect(async () => {
        await desk.keyboard.press(key);
        const opened = key === '?' ? desk.getByRole('dialog') : desk.locator('[data-decision]');
        await expect(opened).toBeVisible({ timeout: 2000 });
      }).toPass();
    }
    found.push(...(await inBoth(desk, name)));
    if (key === '?') await desk.keyboard.press('Escape');
  }
  await desk.context().close();
  expect(found).toEqual([]);
});
