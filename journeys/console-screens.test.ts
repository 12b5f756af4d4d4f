/** Every screen of the console, looked at by axe in light and in dark, and a queue of a thousand under a key held down. */
import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { barriers } from './barriers.ts';
import { journeyPassword, newCustomer } from './customer.ts';
import { test } from './demo.ts';
import { applyForLoan, askForWithdrawal, handInDeposit, openDesk, openScreen, signIn } from './desk.ts';
import { verify } from './identity-screens.ts';

/** What the console shows, in light and in dark, as the desk's computer asks for the one and then for the other. */
async function inBoth(desk: Page, name: string): Promise<string[]> {
  const found = await barriers(desk, name, () => desk.emulateMedia({ colorScheme: 'dark' }));
  await desk.emulateMedia({ colorScheme: 'light' });
  return found;
}

/** The token that the console keeps for its tab. */
async function tokenOf(desk: Page): Promise<string> {
  return desk.evaluate(() => {
    const kept = JSON.parse(sessionStorage.getItem('candor.console.session') ?? '{}') as { token?: string };
    return kept.token ?? '';
  });
}

/** Somebody who waits for another admin. */
async function addOperator(request: APIRequestContext, token: string): Promise<void> {
  const account = `waits.${randomUUID().slice(0, 8)}`;
  const response = await request.post('/api/console/operator_add', {
    headers: { authorization: token },
    data: { account, role: 'support', person: account, password: 'A first password 7' },
  });
  const { message } = (await response.json()) as { message: { waits: boolean } };
  expect(message.waits).toBe(true);
}

async function propose(request: APIRequestContext, token: string, at: number): Promise<void> {
  const response = await request.post('/api/console/propose', {
    headers: { authorization: token, 'idempotency-key': randomUUID() },
    data: {
      reason: `A waiting case, number ${at}`,
      proposal: { kind: 'house_move', currency: 'USDT', amount: String(at), from: 'equity', to: 'trading' },
    },
  });
  const { type } = (await response.json()) as { type: string };
  expect(type).toBe('ok');
}

// Each takes a minute; two workers take one each.
test.describe.configure({ mode: 'parallel' });

test('nobody is kept out of any screen, in light or in dark', async ({ browser, request, demo }) => {
  test.setTimeout(180_000);
  const customer = await newCustomer(request);
  await verify(demo, customer);
  const { id: number } = await customer.call('GET user/info', {});
  const deposit = await handInDeposit(request, customer, { currency: 'EUR', network: 'wire', amount: '321' });
  const withdrawal = await askForWithdrawal(customer, { password: journeyPassword, amount: '222' });
  const loan = await applyForLoan(request, customer, { amount: '1000', days: 7 });
  const order = await customer.call('POST lh/deposit', { amount: '550' });
  const found: string[] = [];
  const desk = await openDesk(browser, demo);
  await desk.goto('/console/');
  await expect(desk.getByRole('textbox', { name: 'Account' })).toBeFocused();
  found.push(...(await inBoth(desk, 'login')));
  // Who waits for another admin is confirmed by this one.
  const adder = await openDesk(browser, demo);
  await signIn(adder, demo, 'ada');
  await addOperator(request, await tokenOf(adder));
  await adder.context().close();
  await signIn(desk, demo, 'ines');
  await propose(request, await tokenOf(desk), 7);
  for (const [name, path, key] of [
    ['dashboard', '/'],
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
    ['fund', '/fund'],
    ['proposals', '/proposals'],
    ['proposing', '/propose'],
    ['house', '/house'],
    ['terms', '/terms'],
    ['audit log', '/audit'],
    ['operators', '/operators'],
    ['checklist', '/checklist'],
    ['keys', '/', '?'],
  ] as const) {
    await openScreen(desk, path);
    if (key !== undefined) {
      if (key !== '?') await expect(desk.getByRole('region', { name: 'Decision' })).toBeVisible();
      await desk.keyboard.press(key);
      await expect(key === '?' ? desk.getByRole('dialog') : desk.locator('[data-decision]')).toBeVisible();
    }
    found.push(...(await inBoth(desk, name)));
    if (key === '?') await desk.keyboard.press('Escape');
  }
  await desk.context().close();
  expect(found).toEqual([]);
});

test('a thousand waiting cases stay fluid under a key held down', async ({ browser, request, demo }) => {
  test.setTimeout(180_000);
  const desk = await openDesk(browser, demo);
  await signIn(desk, demo, 'theo');
  const token = await tokenOf(desk);
  for (let at = 0; at < 1000; at += 20) {
    await Promise.all(Array.from({ length: 20 }, (_one, more) => propose(request, token, at + more + 1)));
  }
  await openScreen(desk, '/queue?kind=proposal');
  const list = desk.getByRole('listbox');
  await expect(list).toBeFocused();
  // Drawn is what is in sight, not a thousand rows.
  const rows = list.getByRole('option');
  expect(await rows.count()).toBeLessThan(60);
  const total = Number(await rows.first().getAttribute('aria-setsize'));
  expect(total).toBeGreaterThanOrEqual(1000);

  await desk.evaluate(() => {
    const seen = { frames: [] as number[], long: [] as number[], last: performance.now() };
    Object.assign(window, { seen });
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries()) seen.long.push(entry.duration);
    }).observe({ entryTypes: ['longtask'] });
    const frame = (now: number) => {
      seen.frames.push(now - seen.last);
      seen.last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  // Down again and again without an up is a key held down.
  for (let press = 0; press < 300; press += 1) await desk.keyboard.down('ArrowDown');
  await desk.keyboard.up('ArrowDown');
  const { frames, long } = await desk.evaluate(
    () => (window as unknown as { seen: { frames: number[]; long: number[] } }).seen,
  );
  await expect(list).toHaveAttribute('aria-activedescendant', 'case-300');
  await expect(desk.locator('#case-300')).toBeInViewport();
  const sorted = frames.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  const figures = `frames: ${frames.length}, median ${at(0.5).toFixed(1)} ms, 95th ${at(0.95).toFixed(1)} ms; long tasks: ${long.length}, the longest ${Math.max(0, ...long).toFixed(0)} ms`;
  test.info().annotations.push({ type: 'fluid', description: figures });
  console.log(figures);
  // A frame of two screens' refreshes at the median, and nothing that one would call a stop.
  expect(at(0.5), figures).toBeLessThan(34);
  expect(at(0.95), figures).toBeLessThan(150);

  await desk.keyboard.press('End');
  await expect(list).toHaveAttribute('aria-activedescendant', `case-${total - 1}`);
  await expect(desk.locator(`#case-${total - 1}`)).toContainText('Proposal');
  await desk.context().close();
});
