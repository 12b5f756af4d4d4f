/** An operator's everyday work: moving between screens by mouse and keys, and reading the log, custody and proposed terms. */
import { expect } from '@playwright/test';
import { newCustomer } from './customer.ts';
import { test } from './demo.ts';
import { handInDeposit, openDesk, openScreen, signIn } from './desk.ts';
import { operatorLine } from './proposing.ts';
import { deskSay, deskSaying } from './saying.ts';

test('moves the focus into the screen after a click on the navigation, so that the screen’s keys work', async ({
  browser,
  request,
  demo,
}) => {
  const customer = await newCustomer(request);
  await handInDeposit(request, customer, { currency: 'EUR', network: 'wire', amount: '778' });
  const desk = await openDesk(browser, demo);
  await signIn(desk, demo, 'rosa');
  const queue = desk.getByRole('navigation').getByRole('link', { name: deskSay('frame.place.queue') });
  await queue.click();
  await expect(desk.getByRole('listbox')).toBeFocused();
  await desk.keyboard.press('Enter');
  await expect(desk).toHaveURL(/open=/);
  // Opening the same screen again closes the case, and the keys work in the list.
  await queue.focus();
  await desk.keyboard.press('g');
  await desk.keyboard.press('q');
  await expect(desk).not.toHaveURL(/open=/);
  await expect(desk.getByRole('listbox')).toBeFocused();
  await desk.keyboard.press('Enter');
  await expect(desk).toHaveURL(/open=/);
  // On a screen without a list, the main part gets the focus.
  await desk
    .getByRole('navigation')
    .getByRole('link', { name: deskSay('frame.place.deposits') })
    .click();
  await expect(desk.getByRole('main')).toBeFocused();
  await desk.context().close();
});

test('fits the screens of custody and of the log into the width of a small desktop', async ({
  browser,
  demo,
}) => {
  const desk = await openDesk(browser, demo);
  await signIn(desk, demo, 'ada');
  for (const path of ['/house', '/audit']) {
    await openScreen(desk, path);
    const tables = desk.getByRole('table');
    await expect(tables.first()).toBeVisible();
    const cut = await tables.evaluateAll((all) =>
      all
        .filter((table) => table.getBoundingClientRect().width > (table.parentElement?.clientWidth ?? 0) + 1)
        .map((table) => table.getAttribute('aria-label') ?? 'a list'),
    );
    expect(cut, path).toEqual([]);
  }
  // A record is one row of words, and its raw text can be expanded.
  const rows = desk.getByRole('row');
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThanOrEqual(60);
  await rows.nth(1).locator('summary').click();
  await expect(rows.nth(1).getByText(deskSay('audit.hash'), { exact: true })).toBeVisible();
  await desk.context().close();
});

test('shows the approver of new terms which figure changes, from which value to which', async ({
  browser,
  demo,
}) => {
  const theo = await operatorLine(demo, 'theo');
  const subjects = await theo.done('GET terms', {});
  const { body: present } = subjects.find(({ subject }) => subject === 'exchange')?.versions.at(-1) ?? {};
  const from = String(present?.['fee_rate']);
  const { id } = await theo.done('POST propose', {
    reason: 'The comparison is read by the approver',
    proposal: {
      ...{ kind: 'terms', subject: 'exchange', body: { ...present, fee_rate: '0.0043' } },
      effective_at: String(Math.floor(Date.now() / 1000) + 7200),
    },
  });
  const desk = await openDesk(browser, demo);
  await signIn(desk, demo, 'ada');
  await openScreen(desk, `/cases/proposal-0-${id}`);
  const comparison = desk.getByRole('region', { name: deskSay('proposals.comparison') });
  await expect(comparison.getByText(deskSay('proposals.changedCount', { count: 1 }))).toBeVisible();
  const changed = comparison.getByRole('row').filter({ hasText: deskSay('proposals.isChanged') });
  await expect(changed).toHaveCount(1);
  await expect(changed.getByRole('deletion')).toHaveText(from);
  await expect(changed).toContainText('0.0043');
  await expect(comparison).toContainText(deskSaying('codes.figure.fee_rate'));
  await desk.context().close();
});
